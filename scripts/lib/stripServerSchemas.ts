import type { Plugin } from 'vite'

/**
 * Removes from every `defineCall` the schemas that only the server uses, and marks other top-level calls of protocol files as pure, so
 * that unused ones are dropped. Otherwise each page would create about a hundred schemas at startup.
 */
export const stripServerSchemas: Plugin = {
  name: 'strip-server-schemas',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/protocol\/[^/]+\.ts$/ },
    handler(code) {
      const edits = this.parse(code).body.flatMap(statement => topLevelEdits(statement as unknown as Node))
      return { code: applyEdits(code, edits), map: null }
    },
  },
}

const SERVER_PROPERTIES = ['request', 'reply', 'summary']

/** An ESTree node. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** Replaces the code from `start` to `end`. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Edits only top-level declarations: other statements have side effects. */
function topLevelEdits(statement: Node): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return isNode(declared) && declared.type === 'VariableDeclaration' ? editsOf(declared) : []
}

function editsOf(node: Node): Edit[] {
  // Calls inside a function run later.
  if (/Function/.test(node.type)) return []
  if (node.type !== 'CallExpression') return childrenOf(node).flatMap(editsOf)
  const pureMark = { start: node.start, end: node.start, text: '/* @__PURE__ */ ' }
  if ((node.callee as Node).name !== 'defineCall') return [pureMark, ...childrenOf(node).flatMap(editsOf)]
  const [call] = node.arguments as [{ properties: (Node & { key: { name: string } })[] }]
  const removed = call.properties.filter(({ key }) => SERVER_PROPERTIES.includes(key.name))
  const kept = call.properties.filter(({ key }) => !SERVER_PROPERTIES.includes(key.name))
  return [pureMark, ...removed.map(({ start, end }) => ({ start, end, text: '' })), ...kept.flatMap(editsOf)]
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** Applies edits from the end, so that earlier positions stay valid. A removed property loses its comma too. */
function applyEdits(code: string, edits: Edit[]): string {
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, edit) => {
      const after = text.slice(edit.end)
      return text.slice(0, edit.start) + edit.text + (edit.text === '' ? after.replace(/^\s*,/, '') : after)
    }, code)
}
