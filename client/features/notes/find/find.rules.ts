import type { TextEdit } from '#protocol/document/content.ts'
import { toNfc } from '#protocol/normalization.ts'
import { escapeForRegExp } from '#protocol/searchText.ts'

export interface FindQuery {
  text: string
  isCaseSensitive: boolean
  isWholeWord: boolean
  /** Whether the text is a regular expression. */
  isExpression: boolean
}

export const NO_QUERY: FindQuery = {
  text: '',
  isCaseSensitive: false,
  isWholeWord: false,
  isExpression: false,
}

/** A found part of the text, in UTF-16 units. Never empty. */
export interface Match {
  from: number
  to: number
  /** The groups of a regular expression. */
  groups: readonly string[]
}

/** The matches of a plain query. Regular expressions may be slow, so a worker searches them. */
export function findLiteral(text: string, query: FindQuery): Match[] {
  const literal = toNfc(query.text)
  if (literal === '') return []
  const pattern = new RegExp([...literal].map(escapeForRegExp).join(''), query.isCaseSensitive ? 'g' : 'gi')
  const matches = Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    groups: [],
  }))
  return query.isWholeWord ? wholeWords(text, matches) : matches
}

const STARTS_WITH_LETTER = /^[\p{L}\p{M}\p{N}_]/u
const ENDS_WITH_LETTER = /[\p{L}\p{M}\p{N}_]$/u
/** Up to three particles or endings of the copula, and then the end of the word. */
const END_OF_WORD =
  /(?:은|는|이|가|을|를|의|에|에서|에게|께|께서|한테|와|과|랑|하고|도|만|로|으로|부터|까지|마다|처럼|보다|조차|마저|밖에|나|라도|대로|들|요|다|고|며|예요|에요|입니다){0,3}(?![\p{L}\p{M}\p{N}_])/uy

/**
 * The matches that are whole words. In Korean a word goes on with its particles, so ‘회의’ is a word in ‘회의에서도’, but not in ‘회의실’. A
 * noun that ends like a particle, as ‘사과’ for ‘사’, counts as well: without a dictionary it cannot be told apart.
 */
export function wholeWords(text: string, matches: readonly Match[]): Match[] {
  return matches.filter(({ from, to }) => {
    const found = text.slice(from, to)
    const startsWord =
      !STARTS_WITH_LETTER.test(found) || !ENDS_WITH_LETTER.test(text.slice(Math.max(0, from - 2), from))
    END_OF_WORD.lastIndex = to
    return startsWord && (!ENDS_WITH_LETTER.test(found) || END_OF_WORD.test(text))
  })
}

/** References in the replacement of a regular expression. */
const REFERENCE = /\$([$&]|\d{1,2})|\\([nt\\])/g
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' }

/** The edits that replace matches. Only regular expressions have `$1`, `$&` and `\n` in their replacement. */
export function replacementsOf(
  text: string,
  matches: readonly Match[],
  replacement: string,
  { isExpression }: FindQuery,
): TextEdit[] {
  return matches.map(({ from, to, groups }) => ({
    from,
    to,
    insert: isExpression ? expand(replacement, text.slice(from, to), groups) : replacement,
  }))
}

function expand(replacement: string, found: string, groups: readonly string[]): string {
  return replacement.replace(
    REFERENCE,
    (reference, sign: string | undefined, escaped: string | undefined) => {
      if (escaped !== undefined) return ESCAPED[escaped] ?? reference
      if (sign === '$') return '$'
      if (sign === '&') return found
      return groupOf(sign ?? '', groups) ?? reference
    },
  )
}

/** `$12` is the twelfth group, or the first one and a 2. Undefined if there is no such group. */
function groupOf(digits: string, groups: readonly string[]): string | undefined {
  const whole = groups[Number(digits) - 1]
  if (whole !== undefined || digits.length === 1) return whole
  const first = groups[Number(digits[0]) - 1]
  return first === undefined ? undefined : first + digits.slice(1)
}

/** The text after the edits, which are in ascending order. */
export function applyAll(text: string, edits: readonly TextEdit[]): string {
  let at = 0
  let result = ''
  for (const { from, to, insert } of edits) {
    result += text.slice(at, from) + insert
    at = to
  }
  return result + text.slice(at)
}

/** Where a position of the text is after an edit. Positions in the replaced part move to its end. */
export function movedBy({ from, to, insert }: TextEdit, position: number): number {
  if (position < from) return position
  return Math.max(position, to) + insert.length - (to - from)
}
