import type { RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { Answer, CodeJob } from '#client/markdown/drawn.ts'
import { flatten, type Tree } from './flatten.ts'

const lowlight = createLowlight(common)

/** Colours code; where its language is unknown, it is wrong. */
export function colourCode({ code, language }: CodeJob, mostSize: number): Answer {
  if (!lowlight.registered(language)) return { is: 'wrong' }
  return flatten(lowlight.highlight(language, code).children.map(toTree), mostSize)
}

/** lowlight's tree holds only text and spans with classes; anything else is dropped here by construction. */
function toTree(node: RootContent): Tree {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const className = [node.properties.className].flat().join(' ')
  return { tag: 'span', className, children: node.children.map(toTree) }
}
