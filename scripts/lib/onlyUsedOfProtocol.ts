import type { Plugin } from 'vite'

/**
 * What a call's schemas say the server checks, and the client knows by type alone: our built client reads of a call only how it is made.
 * So these are taken out of every `defineCall`, and what is made at a protocol file's top is left out unless the client uses it,
 * as it does the schema of a field in which somebody types. Otherwise each page would make some hundred schemas at its start.
 */
export const onlyUsedOfProtocol: Plugin = {
  name: 'only-used-of-protocol',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/protocol\/[^/]+\.ts$/ },
    handler(code) {
      const edits = this.parse(code).body.flatMap(statement => editsOfTop(statement as unknown as Node))
      return { code: edited(code, edits), map: null }
    },
  },
}

const OF_THE_SERVER = ['request', 'reply', 'summary']

/** Of a syntax tree, as ESTree names them. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** Puts a text in place of what stands from `start` to `end`. */
interface Edit {
  start: number
  end: number
  text: string
}

/** Of a file's top only what is declared there: a statement of its own does something. */
function editsOfTop(statement: Node): Edit[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return isNode(declared) && declared.type === 'VariableDeclaration' ? editsIn(declared) : []
}

function editsIn(node: Node): Edit[] {
  // What happens when it is called is another matter.
  if (/Function/.test(node.type)) return []
  if (node.type !== 'CallExpression') return partsOf(node).flatMap(editsIn)
  const unused = { start: node.start, end: node.start, text: '/* @__PURE__ */ ' }
  if ((node.callee as Node).name !== 'defineCall') return [unused, ...partsOf(node).flatMap(editsIn)]
  const [call] = node.arguments as [{ properties: (Node & { key: { name: string } })[] }]
  const left = call.properties.filter(({ key }) => OF_THE_SERVER.includes(key.name))
  const kept = call.properties.filter(({ key }) => !OF_THE_SERVER.includes(key.name))
  return [unused, ...left.map(({ start, end }) => ({ start, end, text: '' })), ...kept.flatMap(editsIn)]
}

function partsOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** From the end on, so that what comes before stays where it was. What is taken out takes its comma along. */
function edited(code: string, edits: Edit[]): string {
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, edit) => {
      const after = text.slice(edit.end)
      return text.slice(0, edit.start) + edit.text + (edit.text === '' ? after.replace(/^\s*,/, '') : after)
    }, code)
}
