import { expect, test } from 'vitest'
import type { Relationship } from './contacts.repository.ts'
import { isKnown, rejectionToAdd } from './contacts.service.ts'

const person = { userNo: 1, username: '민호' }
const found: Relationship = { person, wasLookedUp: true }
const companion: Relationship = { person, sharesHub: true }

test.each<[string, Relationship, boolean]>([
  ['a number that nobody has', {}, false],
  ['a stranger', { person }, false],
  ['somebody found', found, true],
  ['somebody in a room with the viewer', companion, true],
  ['somebody found who is gone', { wasLookedUp: true }, false],
  ['a companion who is gone', { sharesHub: true }, false],
  ['somebody found who has blocked the viewer', { ...found, hasBlocked: true }, false],
  ['a companion who has blocked the viewer', { ...companion, hasBlocked: true }, true],
  ['a stranger whom the viewer blocked', { person, isBlocked: true }, false],
])('%s: known %s', (_, relationship, expected) => {
  expect(isKnown(relationship)).toBe(expected)
})

test('allows users who are known and not blocked', () => {
  expect(rejectionToAdd([found, companion])).toBeNull()
})

test("reports blocks by members of shared hubs only, and the viewer's own blocks first", () => {
  const blocker: Relationship = { ...companion, hasBlocked: true }
  expect(rejectionToAdd([found, blocker])).toBe('hubs.cannotBeTogether')
  expect(rejectionToAdd([{ ...found, isBlocked: true }, blocker])).toBe('hubs.blockedByYou')
  expect(rejectionToAdd([{ ...found, hasBlocked: true }])).toBe('hubs.personGone')
})

test('hides every other reason if one user is unknown', () => {
  const all = [found, { ...companion, hasBlocked: true as const }, { ...found, isBlocked: true as const }]
  for (const stranger of [{}, { person }]) expect(rejectionToAdd([...all, stranger])).toBe('hubs.personGone')
})
