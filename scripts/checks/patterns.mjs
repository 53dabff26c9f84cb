import { parseSync } from 'vite'

/** String methods that make a pattern of a string. */
const makers = new Set(['match', 'matchAll', 'search'])

/**
 * The regular expressions of one source as its parser sees them: `literals`, and in `made` the code of those that are
 * put together at run time. `normalizes` tells whether it normalises text.
 */
export function patternsIn(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found = { literals: [], made: [], normalizes: false }
  for (const node of nodesOf(program)) {
    if (node.type === 'Literal' && node.regex) found.literals.push(node.regex)
    else if (isMaking(node)) found.made.push(source.slice(node.start, node.end).replace(/\s+/g, ' '))
    else if (node.type === 'MemberExpression' && node.property.name === 'normalize') found.normalizes = true
  }
  return found
}

function isMaking({ type, callee, arguments: given }) {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false
  if (callee.name === 'RegExp') return true
  const isText = typeof given[0]?.value === 'string' || given[0]?.type === 'TemplateLiteral'
  return makers.has(callee.property?.name) && isText
}

function* nodesOf(node) {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.type === 'string') yield node
  for (const part of Object.values(node)) yield* nodesOf(part)
}
