import { expect, test } from 'vitest'
import type { HubView } from '#protocol/hubs.ts'
import { type Memberships, noMemberships, withMembership } from './memberships.reducer.ts'

const hub = (version: number): HubView => ({
  hubNo: 4,
  version,
  revision: version,
  userNos: [2],
  names: ['박서준'],
  pics: [''],
  numUnreadArticles: 0,
})
const added = (known: Memberships, version: number) =>
  withMembership(known, 'hub:added', { hub: hub(version), invitedBy: '박서준' })
const removed = (known: Memberships, version: number) =>
  withMembership(known, 'hub:removed', { hubNo: 4, version })
const after = (known: Memberships | null) => known ?? expect.unreachable()

test('ignores a join event that arrives after a later leave event', () => {
  expect(added(after(removed(noMemberships, 6)), 5)).toBeNull()
})

test('ignores a leave event that arrives after a later join event', () => {
  const back = after(added(noMemberships, 7))
  expect(removed(back, 6)).toBeNull()
  expect(removed(back, 8)).not.toBeNull()
})

test('passes join and leave events in order, each once', () => {
  const back = after(added(after(removed(after(added(noMemberships, 2)), 3)), 4))
  expect(added(back, 4)).toBeNull()
  expect(withMembership(back, 'hub:removed', { hubNo: 5, version: 1 })).not.toBeNull()
})

test('passes other events', () => {
  const known = after(removed(noMemberships, 6))
  expect(withMembership(known, 'note:opened', { noteNo: 1 })).toBe(known)
})
