import { expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { groupByDay, summarizeChange } from './history.rows.ts'

const saved = (version: number, lastUpdate: string, text = '', title = '회의록') => ({
  version,
  title,
  text: encodeText(text),
  length: text.length,
  lastUpdate,
})
const day = (at: Date) => at.toISOString().slice(0, 10)

test('groups versions by day and counts their saves', () => {
  const versions = [
    saved(9, '2026-03-02T10:00Z'),
    saved(3, '2026-03-02T09:00Z'),
    saved(1, '2026-03-01T09:00Z'),
  ]
  const days = groupByDay(versions, day)
  expect(days.map(({ key, rows }) => [key, rows.map(row => [row.version.version, row.saves])])).toEqual([
    [
      '2026-03-02',
      [
        [9, 6],
        [3, 2],
      ],
    ],
    ['2026-03-01', [[1, 1]]],
  ])
  expect(days[0]?.rows[1]?.before).toBe(versions[2])
})

test('leaves the saves of the oldest stored version unknown', () => {
  expect(groupByDay([saved(7, '2026-03-02T10:00Z')], day)[0]?.rows[0]).toMatchObject({
    before: undefined,
    saves: null,
  })
})

const at = '2026-03-01T09:00Z'

test.each([
  [
    '우리는 오늘 만나요',
    '우리는 내일 아침에 만나요',
    { added: 7, removed: 3, words: { text: '내일 아침에', isNew: true } },
  ],
  ['가\n- **나** 다', '가\n', { added: 0, removed: 9, words: { text: '나 다', isNew: false } }],
  [
    '긴 글을 지웠어요\n끝',
    '새\n끝',
    { added: 1, removed: 9, words: { text: '긴 글을 지웠어요', isNew: false } },
  ],
  ['가', '가', { added: 0, removed: 0, words: null }],
  ['가', '가\n---', { added: 4, removed: 0, words: null }],
])('summarizes the change from %j to %j', (before, after, change) => {
  expect(summarizeChange(saved(1, at, before), saved(2, at, after))).toEqual(change)
})

test('includes title changes, and treats the first version as added', () => {
  expect(summarizeChange(saved(1, at, '가', '봄'), saved(2, at, '가', '여름'))).toEqual({
    added: 2,
    removed: 1,
    words: { text: '여름', isNew: true },
  })
  expect(summarizeChange(undefined, saved(1, at, '처음'))).toMatchObject({ added: 2, removed: 0 })
})
