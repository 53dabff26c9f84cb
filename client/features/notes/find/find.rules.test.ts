import { expect, test } from 'vitest'
import { findExpression } from './expression.engine.ts'
import { applyAll, type FindQuery, findLiteral, movedBy, NO_QUERY, replacementsOf } from './find.rules.ts'

const queryOf = (text: string, options: Partial<FindQuery> = {}): FindQuery => ({
  ...NO_QUERY,
  text,
  ...options,
})

/** The text with its matches in ‹ ›. */
function marked(text: string, query: FindQuery): string {
  const matches = query.isExpression ? findExpression(text, query) : findLiteral(text, query)
  if (typeof matches === 'string') return matches
  return matches.reduceRight(
    (rest, { from, to }) => `${rest.slice(0, from)}‹${rest.slice(from, to)}›${rest.slice(to)}`,
    text,
  )
}

test.each([
  ['회의', '회의록과 회의', '‹회의›록과 ‹회의›'],
  ['a.b', 'a.b axb', '‹a.b› axb'],
  ['note', 'Note NOTE', '‹Note› ‹NOTE›'],
  ['아아', '아아아아아', '‹아아›‹아아›아'],
  ['', '회의', '회의'],
  ['회의'.normalize('NFD'), '회의', '‹회의›'],
  ['😀', '가😀나', '가‹😀›나'],
  ['-[ ]*', '-[ ]* 할 일', '‹-[ ]*› 할 일'],
])('finds %s in %s', (query, text, expected) => {
  expect(marked(text, queryOf(query))).toBe(expected)
})

test('distinguishes case on request', () => {
  expect(marked('Note NOTE note', queryOf('note', { isCaseSensitive: true }))).toBe('Note NOTE ‹note›')
})

test.each([
  ['회의', '회의, 회의는 회의에서도 회의실 토론회의', '‹회의›, ‹회의›는 ‹회의›에서도 회의실 토론회의'],
  ['친구', '친구들이랑 친구였다 “친구”', '‹친구›들이랑 친구였다 “‹친구›”'],
  ['PDF', 'PDF를 PDFs aPDF _PDF', '‹PDF›를 PDFs aPDF _PDF'],
  ['a', 'a1 1a a', 'a1 1a ‹a›'],
  ['- ', '- 가 - 나', '‹- ›가 ‹- ›나'],
])('finds the whole word %s', (query, text, expected) => {
  expect(marked(text, queryOf(query, { isWholeWord: true }))).toBe(expected)
})

test.each([
  ['\\d+월', '3월과 12월', '‹3월›과 ‹12월›'],
  ['^- ', '- 가\n- 나', '‹- ›가\n‹- ›나'],
  ['가$', '나가\n가나', '나‹가›\n가나'],
  ['x*', 'axb', 'a‹x›b'],
  ['나\\n', '가나\n다', '가‹나\n›다'],
  ['(', '(', 'invalid'],
])('finds the expression %s in %j', (query, text, expected) => {
  expect(marked(text, queryOf(query, { isExpression: true }))).toBe(expected)
})

/** Replaces all matches. */
function replaceAll(text: string, query: FindQuery, replacement: string): string {
  const matches = query.isExpression ? findExpression(text, query) : findLiteral(text, query)
  if (typeof matches === 'string') return matches
  return applyAll(text, replacementsOf(text, matches, replacement, query))
}

test.each([
  ['봄 봄', queryOf('봄'), '$1$&\\n', '$1$&\\n $1$&\\n'],
  [
    '2026-11-28',
    queryOf('(\\d+)-(\\d+)-(\\d+)', { isExpression: true }),
    '$2월 $3일, $1$$',
    '11월 28일, 2026$',
  ],
  ['가나', queryOf('(가)(다)?', { isExpression: true }), '[$1|$2|$3|$12|$&]\\n\\t', '[가||$3|가2|가]\n\t나'],
  ['가나다', queryOf('나'), '', '가다'],
])('replaces in %s', (text, query, replacement, expected) => {
  expect(replaceAll(text, query, replacement)).toBe(expected)
})

test('moves positions with the text', () => {
  const edit = { from: 2, to: 4, insert: '가나다' }
  expect([0, 1, 2, 3, 4, 5].map(at => movedBy(edit, at))).toEqual([0, 1, 5, 5, 5, 6])
})
