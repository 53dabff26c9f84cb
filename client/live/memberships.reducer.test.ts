import { expect, test } from 'vitest'
import type { HubView } from '#protocol/hubs.ts'
import { type Memberships, noneReceived, withMembership } from './memberships.reducer.ts'

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

test('a coming that is heard after the later going is passed over', () => {
  expect(added(after(removed(noneReceived, 6)), 5)).toBeNull()
})

test('a going that is heard after one was taken in again is passed over', () => {
  const back = after(added(noneReceived, 7))
  expect(removed(back, 6)).toBeNull()
  expect(removed(back, 8)).not.toBeNull()
})

test('coming, going and coming again in their order are all heard, each once', () => {
  const back = after(added(after(removed(after(added(noneReceived, 2)), 3)), 4))
  expect(added(back, 4)).toBeNull()
  expect(withMembership(back, 'hub:removed', { hubNo: 5, version: 1 })).not.toBeNull()
})

test('other events pass', () => {
  const known = after(removed(noneReceived, 6))
  expect(withMembership(known, 'note:opened', { noteNo: 1 })).toBe(known)
})
