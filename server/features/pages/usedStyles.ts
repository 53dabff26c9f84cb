/** A built style sheet: its address and its minified rules. */
export interface StyleSheet {
  href: string
  rules: readonly StyleRule[]
}

interface StyleRule {
  /** A selector list, or an at-rule such as `@media …` or `@layer base,parts`. */
  prelude: string
  /** The rules of a grouping at-rule; the text between the braces of any other rule; null for a statement. */
  content: readonly StyleRule[] | string | null
}

/** At-rules that contain rules. */
const GROUP = /^@(media|supports|layer|container)\b/

export function parseStyles(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  let start = 0
  while (start < css.length) {
    const end = indexOfAny(css, start, '{;')
    const prelude = css.slice(start, end).trim()
    if (css[end] !== '{') {
      if (prelude !== '') rules.push({ prelude, content: null })
      start = end + 1
      continue
    }
    const close = closingBrace(css, end)
    const inner = css.slice(end + 1, close)
    rules.push({ prelude, content: GROUP.test(prelude) ? parseStyles(inner) : inner })
    start = close + 1
  }
  return rules
}

/**
 * The rules that the elements of a page may need, in their order. Arguments of pseudo-classes are ignored, so a few
 * unused rules stay.
 */
export function usedStyles(rules: readonly StyleRule[], usedClasses: ReadonlySet<string>): string {
  const written = rules.map(({ prelude, content }) => {
    if (content === null) return `${prelude};`
    if (typeof content !== 'string') {
      const inner = usedStyles(content, usedClasses)
      return inner === '' ? '' : `${prelude}{${inner}}`
    }
    return prelude.startsWith('@') || isUsed(prelude, usedClasses) ? `${prelude}{${content}}` : ''
  })
  return written.join('')
}

const CLASSES = /\sclass="([^"]*)"/g

export function classesIn(html: string): Set<string> {
  return new Set([...html.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(/\s+/)))
}

function isUsed(selectors: string, usedClasses: ReadonlySet<string>): boolean {
  return withoutArguments(selectors)
    .split(',')
    .some(selector => [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => usedClasses.has(name)))
}

/** Removes what is in parentheses and brackets, such as in `:not(.card)` or `[href="a.b"]`. */
function withoutArguments(selectors: string): string {
  let shorter = selectors
  let previous: string
  do {
    previous = shorter
    shorter = shorter.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
  } while (shorter !== previous)
  return shorter
}

/** The index of the next of the characters outside of strings; the length if there is none. */
function indexOfAny(css: string, from: number, characters: string): number {
  for (let at = from; at < css.length; at++) {
    const character = css[at] ?? ''
    if (characters.includes(character)) return at
    if (character === '"' || character === "'") at = endOfString(css, at)
  }
  return css.length
}

function closingBrace(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    at = indexOfAny(css, at, '{}')
    depth += css[at] === '{' ? 1 : -1
    if (depth === 0) return at
  }
  return css.length
}

function endOfString(css: string, open: number): number {
  let at = open + 1
  while (at < css.length && css[at] !== css[open]) at += css[at] === '\\' ? 2 : 1
  return at
}
