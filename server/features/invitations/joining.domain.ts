import type { Viewer } from '#protocol/access.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { sameMembers, takeOut } from '#server/features/hubs/hubs.domain.ts'
import { publishHubAdded, publishMembers } from '#server/features/hubs/hubs.events.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { rejectionToRemove } from '#server/features/hubs/hubs.rules.ts'
import { notifyJoined } from '#server/features/inbox/inbox.notify.ts'
import { sha256 } from '#server/platform/digest.ts'
import { notFound, notSignedIn, RequestError } from '#server/platform/errors.ts'
import { meetInvitation } from './invitations.domain.ts'
import { madeBy } from './invitations.rules.ts'

/** `existingHubNo`: the hub of the same members. */
export type Joining =
  | { hubNo: number }
  | { rejected: 'ended' | 'full' }
  | { rejected: 'sameMembers'; existingHubNo?: number }

/** By one's own act: an earlier refusal to be invited there is undone. Who is in the hub already stays. */
export function joinByInvitation(context: Context, viewer: Viewer, token: string): Promise<Joining> {
  // A whole class may come at once by one link, and each changes who is in the hub.
  return context.inTurn(`invitation ${sha256(token)}`, () => join(context, viewer, token))
}

/**
 * First a place is taken, which its taker keeps, so that never more come than there are; then the hub grows, if all is still as
 * it was looked at. Otherwise it is looked at again, for others come and go in the same moment at other nodes.
 */
async function join(context: Context, viewer: Viewer, token: string): Promise<Joining> {
  const { stores, live, people, clock } = context
  // A session is trusted for some seconds without asking for its account.
  if (!(await people.of([viewer.userNo])).has(viewer.userNo)) throw notSignedIn()
  for (;;) {
    const met = await meetInvitation(context, viewer, token)
    if (met.way === 'inside') return { hubNo: met.hub.hubNo }
    if (met.way !== 'open') return { rejected: met.way }
    const { hub, invitation } = met
    if (await isClosedTo(context, viewer, hub)) return { rejected: 'ended' }
    const grown = [...hub.members.map(({ userNo }) => userNo), viewer.userNo]
    const rejection = await sameMembers(context, grown)
    // By another link they may have come just now.
    if (rejection?.existingHubNo === hub.hubNo) continue
    if (rejection) return { ...rejection, rejected: 'sameMembers' }

    if (!(await stores.invitations.takePlace(invitation.tokenHash, viewer.userNo, clock()))) continue
    const joined = await stores.hubs.growByLink(hub, madeBy(invitation), viewer.userNo, clock())
    if (joined === null || joined === 'sameMembers') continue
    await live.syncRooms([viewer.userNo])
    await publishMembers(context, joined, { kind: 'cameByLink', userNo: viewer.userNo })
    await publishHubAdded(context, joined, [viewer.userNo], viewer.userNo)
    await notifyJoined(context, { hubNo: hub.hubNo, joinerNo: viewer.userNo, makerNo: invitation.makerNo })
    return { hubNo: joined.hubNo }
  }
}

/** Whom a member has blocked learns no more than that the link leads nowhere, and only once they want to come in. */
async function isClosedTo({ stores }: Context, viewer: Viewer, { members }: HubRecord): Promise<boolean> {
  const memberNos = members.map(({ userNo }) => userNo)
  return (await stores.personBlocks.blockersAmong(memberNos, viewer.userNo)).size > 0
}

/**
 * Ends the membership of somebody who came by a link lately, as if they had left; no link leads them in again, also when they left
 * by themselves just before.
 */
export async function removeMember(
  context: Context,
  viewer: Viewer,
  { hubNo, userNo }: { hubNo: number; userNo: number },
): Promise<TextKey | null> {
  const hub = await ownHub(context, viewer, hubNo)
  if (userNo === viewer.userNo) throw new RequestError('invalid', { field: 'userNo' })
  const member = hub.members.find(candidate => candidate.userNo === userNo)
  if (member === undefined) {
    if (!(await closeToWhoLeft(context, viewer, hub, userNo))) throw notFound()
    return null
  }
  const rejected = rejectionToRemove(hub, { byNo: viewer.userNo, userNo }, context.clock())
  if (rejected === null) await takeOut(context, { hubNo, userNo, joinedAt: member.joinedAt, expels: true })
  return rejected
}

/** By who did not come by a link themselves, for nobody knows any more who was there before. False when there is nothing to close. */
async function closeToWhoLeft(
  { stores }: Context,
  viewer: Viewer,
  hub: HubRecord,
  userNo: number,
): Promise<boolean> {
  if (memberOf(hub, viewer.userNo).cameByLink) return false
  return (await stores.invitations.hasLed(hub.hubNo, userNo)) && stores.hubs.closeLinksTo(hub.hubNo, userNo)
}
