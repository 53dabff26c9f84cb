import { expect, test } from 'vitest'
import { PRESENCE_EXPIRE_MS } from '#protocol/limits.ts'
import {
  expireSoon,
  noPresence,
  presentUserNos,
  readersOf,
  withoutExpired,
  withoutNode,
  withPresence,
} from './usePresence.ts'

const report = (nodeId: string, ...userNos: number[]) => ({ hubNo: 1, nodeId, userNos })
type Report = Parameters<typeof withPresence>[1]
const presenceOf = (...reports: Report[]) =>
  reports.reduce((presence, one) => withPresence(presence, one, 0), noPresence)

test('keeps a user present while one node reports them', () => {
  const both = presenceOf(report('a', 1, 2), report('b', 2, 3))
  expect(presentUserNos(both)).toEqual(new Set([1, 2, 3]))
  const less = withPresence(both, report('a'), 1)
  expect(presentUserNos(less)).toEqual(new Set([2, 3]))
  expect(presentUserNos(withPresence(less, report('b', 3), 2))).toEqual(new Set([3]))
})

test('expires the report of a silent node, but not a repeated one', () => {
  const both = presenceOf(report('a', 1), report('b', 2))
  const renewed = withPresence(both, report('b', 2), PRESENCE_EXPIRE_MS - 1)
  expect(withoutExpired(renewed, PRESENCE_EXPIRE_MS - 1)).toBe(renewed)
  expect(presentUserNos(withoutExpired(renewed, PRESENCE_EXPIRE_MS))).toEqual(new Set([2]))
})

test('removes the users of a lost node unless another node reports them', () => {
  const both = presenceOf(report('a', 1, 2), report('b', 2, 3))
  expect(presentUserNos(withoutNode(both, 'a'))).toEqual(new Set([2, 3]))
  expect(withoutNode(both, 'c')).toBe(both)
})

test('lists readers by note and as present in the room', () => {
  const reader = (noteNo: number, userNo: number) => ({ noteNo, userNos: [userNo] })
  const both = presenceOf(
    { ...report('a', 1, 2), readers: [reader(7, 1), reader(8, 2)] },
    { ...report('b', 3), readers: [reader(7, 3)] },
  )
  expect(readersOf(both, 7)).toEqual(new Set([1, 3]))
  expect(presentUserNos(both)).toEqual(new Set([1, 2, 3]))
  expect(readersOf(withPresence(both, report('a', 1), 1), 7)).toEqual(new Set([3]))
  expect(readersOf(withoutNode(both, 'b'), 7)).toEqual(new Set([1]))
})

test('keeps only repeated reports after a resync', () => {
  const both = presenceOf(report('a', 1), report('b', 2))
  const doubted = expireSoon(both, 1_000)
  expect(presentUserNos(withoutExpired(doubted, 2_999))).toEqual(new Set([1, 2]))
  const renewed = withPresence(doubted, report('b', 2), 1_500)
  expect(presentUserNos(withoutExpired(renewed, 3_000))).toEqual(new Set([2]))
})
