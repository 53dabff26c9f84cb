import { parseSync } from 'vite'

/** String methods that turn a string argument into a pattern. */
const converters = new Set(['match', 'matchAll', 'search'])

/**
 * Parses a source file. Returns its regular expression `literals`, in `builtPatterns` the code that builds others at run time,
 * and whether it `normalizes` text.
 */
export function patternsIn(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found = { literals: [], builtPatterns: [], normalizes: false }
  for (const node of nodesOf(program)) {
    if (node.type === 'Literal' && node.regex) found.literals.push(node.regex)
    else if (buildsPattern(node))
      found.builtPatterns.push(source.slice(node.start, node.end).replace(/\s+/g, ' '))
    else if (node.type === 'MemberExpression' && node.property.name === 'normalize') found.normalizes = true
  }
  return found
}

function buildsPattern({ type, callee, arguments: [first] = [] }) {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false
  if (callee.name === 'RegExp') return true
  const isText = typeof first?.value === 'string' || first?.type === 'TemplateLiteral'
  return converters.has(callee.property?.name) && isText
}

function* nodesOf(node) {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.type === 'string') yield node
  for (const part of Object.values(node)) yield* nodesOf(part)
}
