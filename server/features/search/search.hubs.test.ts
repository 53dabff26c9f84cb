import { expect, test } from 'vitest'
import { wordsOf } from '#server/features/notes/searchFields.ts'
import { searchHubs } from './search.hubs.ts'

const members = new Map(
  ['나', '김민호', '김지은', '박서준'].map((username, index) => [index + 1, { username }]),
)
const hub = (hubNo: number, day: number, ...userNos: number[]) => ({
  hubNo,
  userNos,
  lastActivity: new Date(day * 86_400_000),
})
const searchEntries = [hub(1, 1, 1, 2, 4), hub(2, 3, 1, 2, 3), hub(3, 2, 1, 4), hub(4, 4, 1)]
const find = (query: string, limit = 9) =>
  searchHubs(wordsOf(query), { searchEntries, members, viewer: { userNo: 1 }, limit })

test("finds hubs in which each word matches another member's name, most recently active first", () => {
  expect(find('김').items.map(({ hubNo }) => hubNo)).toEqual([2, 1])
  expect(find('ㅅㅈ 민호').items.map(({ hubNo }) => hubNo)).toEqual([1])
  expect(find('민호 서준 지은')).toEqual({ count: 0, items: [] })
})

test("lists matching names first, and finds a hub without other members by the viewer's name", () => {
  expect(find('지은').items).toEqual([{ hubNo: 2, names: ['김지은', '김민호'], memberCount: 3 }])
  expect(find('나').items).toEqual([{ hubNo: 4, names: ['나'], memberCount: 1 }])
})

test('finds a hub by its name', () => {
  const rooms = [{ ...hub(1, 1, 1, 2), name: '목요 책방' }, hub(2, 2, 1, 3)]
  const { items } = searchHubs(wordsOf('책방 민호'), {
    searchEntries: rooms,
    members,
    viewer: { userNo: 1 },
    limit: 9,
  })
  expect(items).toEqual([{ hubNo: 1, name: '목요 책방', names: ['김민호'], memberCount: 2 }])
})

test('counts all matches and returns as many as requested', () => {
  expect(find('김', 1)).toMatchObject({ count: 2, items: [{ hubNo: 2 }] })
})

test('matches each name once per word, in however many hubs the user is', () => {
  let looks = 0
  const pattern = new (class extends RegExp {
    override [Symbol.search](text: string): number {
      looks += 1
      return super[Symbol.search](text)
    }
  })('김')
  const many = Array.from({ length: 500 }, (_, index) => hub(index + 1, index, 1, 2, 3, 4))
  const { count } = searchHubs([{ pattern }, { pattern }], {
    searchEntries: many,
    members,
    viewer: { userNo: 1 },
    limit: 3,
  })
  expect([count, looks]).toEqual([500, 2 * members.size])
})
