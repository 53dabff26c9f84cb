import { expect, test } from 'vitest'
import { LOOKERS_EXPIRE_MS } from '#protocol/limits.ts'
import {
  lookerNos,
  nobodyLooks,
  withDoubts,
  withLookers,
  withoutExpired,
  withoutNode,
} from './lookers.reducer.ts'

const told = (nodeId: string, ...userNos: number[]) => ({ hubNo: 1, nodeId, userNos })

test('somebody looks as long as one node says so', () => {
  const both = withLookers(withLookers(nobodyLooks, told('a', 1, 2), 0), told('b', 2, 3), 0)
  expect(lookerNos(both)).toEqual(new Set([1, 2, 3]))
  const less = withLookers(both, told('a'), 1)
  expect(lookerNos(less)).toEqual(new Set([2, 3]))
  expect(lookerNos(withLookers(less, told('b', 3), 2))).toEqual(new Set([3]))
})

test('what a silent node said expires, what another said again does not', () => {
  const both = withLookers(withLookers(nobodyLooks, told('a', 1), 0), told('b', 2), 0)
  const renewed = withLookers(both, told('b', 2), LOOKERS_EXPIRE_MS - 1)
  expect(withoutExpired(renewed, LOOKERS_EXPIRE_MS - 1)).toBe(renewed)
  expect(lookerNos(withoutExpired(renewed, LOOKERS_EXPIRE_MS))).toEqual(new Set([2]))
})

test('who was connected to a node that is gone looks no longer, unless another node says so', () => {
  const both = withLookers(withLookers(nobodyLooks, told('a', 1, 2), 0), told('b', 2, 3), 0)
  expect(lookerNos(withoutNode(both, 'a'))).toEqual(new Set([2, 3]))
  expect(withoutNode(both, 'c')).toBe(both)
})

test('after a break only what is said again is believed on', () => {
  const both = withLookers(withLookers(nobodyLooks, told('a', 1), 0), told('b', 2), 0)
  const doubted = withDoubts(both, 1_000)
  expect(lookerNos(withoutExpired(doubted, 2_999))).toEqual(new Set([1, 2]))
  const renewed = withLookers(doubted, told('b', 2), 1_500)
  expect(lookerNos(withoutExpired(renewed, 3_000))).toEqual(new Set([2]))
})
