import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import {
  collapseUnchanged,
  type DiffChunk,
  diffTexts,
  groupVersionsByDay,
  summarizeChange,
} from './note.diff.ts'

const same = (text: string): DiffChunk => ({ kind: 'same', text })
const first = (text: string): DiffChunk => ({ kind: 'first', text })
const second = (text: string): DiffChunk => ({ kind: 'second', text })

test('both texts can be reconstructed from the diff', () => {
  const words = fc.constantFrom('우리는', '내일', '모여요', '.', ' ', '\n', 'API', '👍🏽')
  const texts = fc.array(words).map(found => found.join(''))
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const chunks = diffTexts(before, after)
      const without = (side: string) => chunks.map(({ kind, text }) => (kind === side ? '' : text)).join('')
      expect([without('second'), without('first')]).toEqual([before, after])
    }),
  )
})

test('replaces Korean words as a whole and joins adjacent changes', () => {
  const chunks = diffTexts('회의는 오늘 세 시예요.', '회의는 내일 네 시예요.')
  expect(chunks).toEqual([same('회의는 '), first('오늘 세'), second('내일 네'), same(' 시예요.')])
})

test('finds no change in equal texts, whatever their Unicode normalization', () => {
  expect(diffTexts('같은 글', '같은 글')).toEqual([same('같은 글')])
  expect(diffTexts('회의록'.normalize('NFD'), '회의록')).toEqual([same('회의록')])
  expect(diffTexts('', '')).toEqual([])
})

test('falls back to lines, and then to the whole text, if too much differs', () => {
  const wordsOf = (sign: string, between: string) =>
    Array.from({ length: 600 }, (_, index) => `${sign}${index}`).join(between)
  const [before, after] = [wordsOf('가', ' '), wordsOf('나', ' ')]
  expect(diffTexts(`머리말\n${before}\n맺음말`, `머리말\n${after}\n맺음말`)).toEqual([
    same('머리말\n'),
    first(`${before}\n`),
    second(`${after}\n`),
    same('맺음말'),
  ])
  const lines = [wordsOf('가', '\n'), wordsOf('나', '\n')] as const
  expect(diffTexts(...lines)).toEqual([first(lines[0]), second(lines[1])])
})

test('collapses unchanged lines that are far from a change', () => {
  expect(collapseUnchanged([first('가'), same('1\n2\n3\n4\n5\n6\n7\n8\n'), second('나')])).toEqual([
    first('가'),
    same('1\n2\n3'),
    { kind: 'collapsed', text: '4\n5\n6', lines: 3 },
    same('7\n8\n'),
    second('나'),
  ])
  expect(collapseUnchanged([same('한 줄')])).toEqual([same('한 줄')])
})

const at = '2026-03-01T09:00Z'
const saved = (version: number, text = '', { lastUpdate = at, title = '회의록' } = {}) => {
  return { version, title, text: encodeText(text), length: text.length, lastUpdate }
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

test('groups versions by day and counts their saves, which are unknown for the oldest stored version', () => {
  const versions = [
    saved(9, '', { lastUpdate: '2026-03-02T10:00Z' }),
    saved(3, '', { lastUpdate: '2026-03-02T09:00Z' }),
    saved(2),
  ]
  const days = groupVersionsByDay(versions, dayOf)
  expect(days.map(({ key, rows }) => [key, ...rows.map(row => [row.version.version, row.saves])])).toEqual([
    ['2026-03-02', [9, 6], [3, 1]],
    ['2026-03-01', [2, null]],
  ])
  expect(days[0]?.rows[1]?.before).toBe(versions[2])
  expect(days[1]?.rows[0]?.before).toBeUndefined()
  expect(groupVersionsByDay([saved(1)], dayOf)[0]?.rows[0]?.saves).toBe(1)
})

test.each([
  ['우리는 오늘 만나요', '우리는 내일 아침에 만나요', 7, 3, { text: '내일 아침에', isNew: true }],
  ['가\n- **나** 다', '가\n', 0, 9, { text: '나 다', isNew: false }],
  ['긴 글을 지웠어요\n끝', '새\n끝', 1, 9, { text: '긴 글을 지웠어요', isNew: false }],
  ['가', '가', 0, 0, null],
  ['가', '가\n---', 4, 0, null],
])('summarizes the change from %j to %j', (before, after, added, removed, words) => {
  expect(summarizeChange(saved(1, before), saved(2, after))).toEqual({ added, removed, words })
})

test('includes title changes, and treats the first version as added', () => {
  const renamed = summarizeChange(saved(1, '가', { title: '봄' }), saved(2, '가', { title: '여름' }))
  expect(renamed).toEqual({ added: 2, removed: 1, words: { text: '여름', isNew: true } })
  expect(summarizeChange(undefined, saved(1, '처음'))).toMatchObject({ added: 2, removed: 0 })
})
