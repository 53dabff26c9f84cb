import type { RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import { createElement, type ReactNode } from 'react'

const lowlight = createLowlight(common)

/** Coloured code as React elements; plain code where the language is unknown. */
export function highlight(code: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return code
  return lowlight.highlight(language, code).children.map(toReact)
}

/** lowlight's tree holds only text and spans with classes; anything else is dropped here by construction. */
function toReact(node: RootContent, index: number): ReactNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  const className = [node.properties.className].flat().join(' ')
  return createElement('span', { key: index, className }, ...node.children.map(toReact))
}
