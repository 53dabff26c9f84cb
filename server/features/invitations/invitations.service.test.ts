import { expect, test } from 'vitest'
import { HUB_MEMBERS_MAX, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { InvitationRecord } from './invitations.repository.ts'
import { type LinkState, linkStateFor } from './invitations.service.ts'

const MAKER = 1
const FRIEND = 2
const NEWCOMER = 3
const joinedAt = new Date('2026-01-01')
const membership = (userNo: number) => ({ userNo, readSeq: 0, joinedAt })
const someone = (count: number) => Array.from({ length: count }, (_, index) => 1_000 + index)

const hub: HubRecord = {
  hubNo: 1,
  members: [MAKER, FRIEND].map(membership),
  memberKey: '1,2',
  version: 1,
  revision: 1,
  lastSeq: 0,
  lastActivity: joinedAt,
}
const invitation: InvitationRecord = {
  tokenHash: '',
  hubNo: 1,
  makerNo: MAKER,
  makerJoinedAt: joinedAt,
  madeAt: joinedAt,
  expiresAt: joinedAt,
}
const input = { invitation, hub, viewerNo: NEWCOMER as number | null }
const withoutMaker = { ...hub, members: [membership(FRIEND)] }
const makerIsBack = { ...hub, members: [{ ...membership(MAKER), joinedAt: new Date('2026-01-02') }] }
const crowded = { ...hub, members: [...hub.members, ...someone(HUB_MEMBERS_MAX - 2).map(membership)] }
const usedUp = { ...invitation, invitedNos: someone(INVITED_BY_LINK_MAX) }

test.each<[string, Partial<typeof input>, LinkState]>([
  ['a newcomer', {}, 'open'],
  ['a visitor', { viewerNo: null }, 'open'],
  ['a member', { viewerNo: FRIEND }, 'inside'],
  ['who was expelled', { hub: { ...hub, expelledNos: [NEWCOMER] } }, 'ended'],
  ['who declined to be invited', { hub: { ...hub, declinedNos: [NEWCOMER] } }, 'open'],
  ['anybody, without its maker', { hub: withoutMaker }, 'ended'],
  ['a member, without its maker', { hub: withoutMaker, viewerNo: FRIEND }, 'ended'],
  ['anybody, when its maker left and came back', { hub: makerIsBack }, 'ended'],
  ['a newcomer to a hub with all it can have', { hub: crowded }, 'full'],
  ['a visitor to a hub with all it can have', { hub: crowded, viewerNo: null }, 'full'],
  ['who was expelled, when it is full', { hub: { ...crowded, expelledNos: [NEWCOMER] } }, 'ended'],
  ['a newcomer when all places are taken', { invitation: usedUp }, 'full'],
  [
    'who has one of the places',
    { invitation: { ...usedUp, invitedNos: [...someone(INVITED_BY_LINK_MAX - 1), NEWCOMER] } },
    'open',
  ],
  [
    'the one for whom the last place is',
    { invitation: { ...invitation, invitedNos: someone(INVITED_BY_LINK_MAX - 1) } },
    'open',
  ],
])('the state of a link for %s', (_, change, way) => {
  expect(linkStateFor({ ...input, ...change })).toBe(way)
})
