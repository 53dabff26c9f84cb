import { expect, test } from 'vitest'
import { isKnown, rejectionToGather } from './contacts.rules.ts'
import type { Relationship } from './relationships.store.ts'

const person = { userNo: 1, username: '민호' }
const found: Relationship = { person, isFound: true }
const companion: Relationship = { person, isCompanion: true }

test.each<[string, Relationship, boolean]>([
  ['a number that nobody has', {}, false],
  ['a stranger', { person }, false],
  ['somebody found', found, true],
  ['somebody in a room with the viewer', companion, true],
  ['somebody found who is gone', { isFound: true }, false],
  ['a companion who is gone', { isCompanion: true }, false],
  ['somebody found who has blocked the viewer', { ...found, hasBlocked: true }, false],
  ['a companion who has blocked the viewer', { ...companion, hasBlocked: true }, true],
  ['a stranger whom the viewer blocked', { person, isBlocked: true }, false],
])('%s: known %s', (_, relationship, known) => {
  expect(isKnown(relationship)).toBe(known)
})

test('whoever is known and blocked by nobody can be gathered', () => {
  expect(rejectionToGather([found, companion])).toBeNull()
})

test('a block is told of companions alone, and one’s own first', () => {
  const blocker: Relationship = { ...companion, hasBlocked: true }
  expect(rejectionToGather([found, blocker])).toBe('hubs.cannotBeTogether')
  expect(rejectionToGather([{ ...found, isBlocked: true }, blocker])).toBe('hubs.blockedByYou')
  expect(rejectionToGather([{ ...found, hasBlocked: true }])).toBe('hubs.personGone')
})

test('one stranger among many hides whatever else there is to say', () => {
  const all = [found, { ...companion, hasBlocked: true as const }, { ...found, isBlocked: true as const }]
  for (const stranger of [{}, { person }])
    expect(rejectionToGather([...all, stranger])).toBe('hubs.personGone')
})
