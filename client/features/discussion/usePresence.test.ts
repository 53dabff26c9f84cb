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

test('keeps a user present while one node reports them', () => {
  const both = withPresence(withPresence(noPresence, report('a', 1, 2), 0), report('b', 2, 3), 0)
  expect(presentUserNos(both)).toEqual(new Set([1, 2, 3]))
  const less = withPresence(both, report('a'), 1)
  expect(presentUserNos(less)).toEqual(new Set([2, 3]))
  expect(presentUserNos(withPresence(less, report('b', 3), 2))).toEqual(new Set([3]))
})

test('expires the report of a silent node, but not a repeated one', () => {
  const both = withPresence(withPresence(noPresence, report('a', 1), 0), report('b', 2), 0)
  const renewed = withPresence(both, report('b', 2), PRESENCE_EXPIRE_MS - 1)
  expect(withoutExpired(renewed, PRESENCE_EXPIRE_MS - 1)).toBe(renewed)
  expect(presentUserNos(withoutExpired(renewed, PRESENCE_EXPIRE_MS))).toEqual(new Set([2]))
})

test('removes the users of a lost node unless another node reports them', () => {
  const both = withPresence(withPresence(noPresence, report('a', 1, 2), 0), report('b', 2, 3), 0)
  expect(presentUserNos(withoutNode(both, 'a'))).toEqual(new Set([2, 3]))
  expect(withoutNode(both, 'c')).toBe(both)
})

test('lists readers by note and as present in the room', () => {
  const readers = [
    { noteNo: 7, userNos: [1] },
    { noteNo: 8, userNos: [2] },
  ]
  const both = withPresence(
    withPresence(noPresence, { ...report('a', 1, 2), readers }, 0),
    { ...report('b', 3), readers: [{ noteNo: 7, userNos: [3] }] },
    0,
  )
  expect(readersOf(both, 7)).toEqual(new Set([1, 3]))
  expect(presentUserNos(both)).toEqual(new Set([1, 2, 3]))
  expect(readersOf(withPresence(both, report('a', 1), 1), 7)).toEqual(new Set([3]))
  expect(readersOf(withoutNode(both, 'b'), 7)).toEqual(new Set([1]))
})

test('keeps only repeated reports after a resync', () => {
  const both = withPresence(withPresence(noPresence, report('a', 1), 0), report('b', 2), 0)
  const doubted = expireSoon(both, 1_000)
  expect(presentUserNos(withoutExpired(doubted, 2_999))).toEqual(new Set([1, 2]))
  const renewed = withPresence(doubted, report('b', 2), 1_500)
  expect(presentUserNos(withoutExpired(renewed, 3_000))).toEqual(new Set([2]))
})
