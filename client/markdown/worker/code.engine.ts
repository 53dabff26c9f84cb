import type { RootContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { CodeJob, RenderResult } from '#client/markdown/renderer.ts'
import { flatten, type TreeNode } from './results.ts'

const lowlight = createLowlight(common)

export function highlightCode({ code, language }: CodeJob, maxSize: number): RenderResult {
  if (!lowlight.registered(language)) return { status: 'invalid' }
  return flatten(lowlight.highlight(language, code).children.map(toTreeNode), maxSize)
}

/** Keeps only text and spans with classes. lowlight creates nothing else. */
function toTreeNode(node: RootContent): TreeNode {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const className = [node.properties.className].flat().join(' ')
  return { tag: 'span', className, children: node.children.map(toTreeNode) }
}
