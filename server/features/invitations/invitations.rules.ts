import { HUB_MEMBERS_MAX, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { HubRecord, MembershipKey } from '#server/features/hubs/hubs.record.ts'
import type { InvitationRecord } from './invitations.repository.ts'

/** The membership by which a link was made. */
export function membershipOfMaker({
  makerNo,
  makerJoinedAt,
}: Pick<InvitationRecord, 'makerNo' | 'makerJoinedAt'>): MembershipKey {
  return { userNo: makerNo, joinedAt: makerJoinedAt }
}

/** A link ends with the membership by which it was made. */
export function isLinkOf(
  invitation: Pick<InvitationRecord, 'makerNo' | 'makerJoinedAt'>,
  { members }: Pick<HubRecord, 'members'>,
): boolean {
  const { userNo, joinedAt } = membershipOfMaker(invitation)
  return members.some(member => member.userNo === userNo && member.joinedAt.getTime() === joinedAt.getTime())
}

/** State of a link for a user. `inside`: the user is a member already. */
export type LinkState = 'open' | 'inside' | 'ended' | 'full'

interface LinkStateInput {
  invitation: InvitationRecord
  hub: HubRecord
  /** Null for a visitor. */
  viewerNo: number | null
}

/**
 * Banned users see an ended link, also if the link is full. Blocks are not considered here: a signed-out user sees
 * the link as open anyway.
 */
export function linkStateFor({ invitation, hub, viewerNo }: LinkStateInput): LinkState {
  if (!isLinkOf(invitation, hub)) return 'ended'
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
