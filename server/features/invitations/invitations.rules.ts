import { HUB_MEMBERS_MAX, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { HubRecord, MembershipKey } from '#server/features/hubs/hubs.record.ts'
import type { InvitationRecord } from './invitations.store.ts'

/** The membership by which a link was made. */
export function madeBy({
  makerNo,
  makerJoinedAt,
}: Pick<InvitationRecord, 'makerNo' | 'makerJoinedAt'>): MembershipKey {
  return { userNo: makerNo, joinedAt: makerJoinedAt }
}

/** A link ends with the membership by which it was made: who comes back makes another one. */
export function leadsInto(
  invitation: Pick<InvitationRecord, 'makerNo' | 'makerJoinedAt'>,
  { members }: Pick<HubRecord, 'members'>,
): boolean {
  const { userNo, joinedAt } = madeBy(invitation)
  return members.some(member => member.userNo === userNo && member.joinedAt.getTime() === joinedAt.getTime())
}

/** Where a link leads somebody. `inside`: they are there already. */
export type Way = 'open' | 'inside' | 'ended' | 'full'

interface WayParts {
  invitation: InvitationRecord
  hub: HubRecord
  /** Null is somebody who is not signed in. */
  viewerNo: number | null
}

/**
 * Who was expelled is told the same as everybody about one that has ended, also where it is full. That a member has blocked somebody
 * is nothing that a look tells: signed out they would see it open.
 */
export function wayOf({ invitation, hub, viewerNo }: WayParts): Way {
  if (!leadsInto(invitation, hub)) return 'ended'
  const { members, expelledNos: removedNos = [] } = hub
  const { invitedNos = [] } = invitation
  if (viewerNo !== null) {
    if (members.some(({ userNo }) => userNo === viewerNo)) return 'inside'
    if (removedNos.includes(viewerNo)) return 'ended'
  }
  if (members.length >= HUB_MEMBERS_MAX) return 'full'
  const hasPlace = viewerNo !== null && invitedNos.includes(viewerNo)
  return hasPlace || invitedNos.length < INVITED_BY_LINK_MAX ? 'open' : 'full'
}
