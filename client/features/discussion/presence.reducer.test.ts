import { expect, test } from 'vitest'
import { PRESENCE_EXPIRE_MS } from '#protocol/limits.ts'
import {
  nobodyLooks,
  presentNos,
  readersOf,
  withDoubts,
  withoutExpired,
  withoutNode,
  withPresence,
} from './presence.reducer.ts'

const told = (nodeId: string, ...userNos: number[]) => ({ hubNo: 1, nodeId, userNos })

test('somebody looks as long as one node says so', () => {
  const both = withPresence(withPresence(nobodyLooks, told('a', 1, 2), 0), told('b', 2, 3), 0)
  expect(presentNos(both)).toEqual(new Set([1, 2, 3]))
  const less = withPresence(both, told('a'), 1)
  expect(presentNos(less)).toEqual(new Set([2, 3]))
  expect(presentNos(withPresence(less, told('b', 3), 2))).toEqual(new Set([3]))
})

test('what a silent node said expires, what another said again does not', () => {
  const both = withPresence(withPresence(nobodyLooks, told('a', 1), 0), told('b', 2), 0)
  const renewed = withPresence(both, told('b', 2), PRESENCE_EXPIRE_MS - 1)
  expect(withoutExpired(renewed, PRESENCE_EXPIRE_MS - 1)).toBe(renewed)
  expect(presentNos(withoutExpired(renewed, PRESENCE_EXPIRE_MS))).toEqual(new Set([2]))
})

test('who was connected to a node that is gone looks no longer, unless another node says so', () => {
  const both = withPresence(withPresence(nobodyLooks, told('a', 1, 2), 0), told('b', 2, 3), 0)
  expect(presentNos(withoutNode(both, 'a'))).toEqual(new Set([2, 3]))
  expect(withoutNode(both, 'c')).toBe(both)
})

test('who has a note open is known of each note, and looks at the room as well', () => {
  const readers = [
    { noteNo: 7, userNos: [1] },
    { noteNo: 8, userNos: [2] },
  ]
  const both = withPresence(
    withPresence(nobodyLooks, { ...told('a', 1, 2), readers }, 0),
    { ...told('b', 3), readers: [{ noteNo: 7, userNos: [3] }] },
    0,
  )
  expect(readersOf(both, 7)).toEqual(new Set([1, 3]))
  expect(presentNos(both)).toEqual(new Set([1, 2, 3]))
  expect(readersOf(withPresence(both, told('a', 1), 1), 7)).toEqual(new Set([3]))
  expect(readersOf(withoutNode(both, 'b'), 7)).toEqual(new Set([1]))
})

test('after a break only what is said again is believed on', () => {
  const both = withPresence(withPresence(nobodyLooks, told('a', 1), 0), told('b', 2), 0)
  const doubted = withDoubts(both, 1_000)
  expect(presentNos(withoutExpired(doubted, 2_999))).toEqual(new Set([1, 2]))
  const renewed = withPresence(doubted, told('b', 2), 1_500)
  expect(presentNos(withoutExpired(renewed, 3_000))).toEqual(new Set([2]))
})
