import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import { HUB_MEMBERS_MAX, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { publishHubAdded, publishMembers } from '#server/features/hubs/hubs.events.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord, MembershipKey } from '#server/features/hubs/hubs.record.ts'
import { rejectionToRemove } from '#server/features/hubs/hubs.rules.ts'
import { removeMemberAsJob, sameMembers } from '#server/features/hubs/hubs.service.ts'
import { notifyJoined } from '#server/features/inbox/inbox.events.ts'
import { notFound, notSignedIn, RequestError } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { InvitationRecord } from './invitations.repository.ts'

const TOKEN_BYTES = 16

/** Creates a link into a hub of the viewer. Returns the token once; only its hash is stored. */
export async function createInvitation(
  context: Context,
  viewer: Viewer,
  hubNo: number,
): Promise<{ token: string; invitation: InvitationRecord } | { rejected: TextKey }> {
  const { repositories, clock } = context
  const hub = await ownHub(context, viewer, hubNo)
  if (hub.members.length >= HUB_MEMBERS_MAX) return { rejected: 'invitations.roomFull' }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { userNo: makerNo, joinedAt: makerJoinedAt } = memberOf(hub, viewer.userNo)
  const made = { tokenHash: sha256(token), hubNo, makerNo, makerJoinedAt }
  const invitation = await repositories.invitations.insert(made, clock())
  // A suspension marks the user first and deletes their links afterwards: either it deletes this link, or this check
  // sees the mark.
  if ((await repositories.users.findPrivilege(makerNo)) === null) {
    await repositories.invitations.delete(hubNo, makerNo)
    throw notSignedIn()
  }
  return invitation === null ? { rejected: 'invitations.hasOne' } : { token, invitation }
}

/** Valid links into a hub of the viewer. */
export async function listInvitations(
  context: Context,
  viewer: Viewer,
  hubNo: number,
): Promise<InvitationRecord[]> {
  const hub = await ownHub(context, viewer, hubNo)
  const found = await context.repositories.invitations.findByHub(hubNo, context.clock())
  return found.filter(invitation => isLinkOf(invitation, hub))
}

/** Any member may end any link. Idempotent. */
export async function endInvitation(
  context: Context,
  viewer: Viewer,
  { hubNo, makerNo }: { hubNo: number; makerNo: number },
): Promise<void> {
  await ownHub(context, viewer, hubNo)
  await context.repositories.invitations.delete(hubNo, makerNo)
}

/** A link as its recipient sees it. Invalid links reveal nothing else. */
type InvitationLookup =
  | { way: Exclude<LinkState, 'ended'>; invitation: InvitationRecord; hub: HubRecord; inviter: PersonRecord }
  | { way: 'ended' }

export async function lookUpInvitation(
  { repositories, people, clock }: Context,
  viewer: Viewer | null,
  token: string,
): Promise<InvitationLookup> {
  const invitation = await repositories.invitations.findByToken(sha256(token), clock())
  if (invitation === null) return { way: 'ended' }
  const hub = await repositories.hubs.findByNo(invitation.hubNo)
  if (hub === null) return { way: 'ended' }
  const way = linkStateFor({ invitation, hub, viewerNo: viewer?.userNo ?? null })
  // An account deletion removes the user before their memberships.
  const inviter = (await people.getMany([invitation.makerNo])).get(invitation.makerNo)
  return way === 'ended' || inviter === undefined ? { way: 'ended' } : { way, invitation, hub, inviter }
}

/** Whether the viewer has blocked a member; the client warns before joining. */
export async function hasBlockedMember(
  { repositories }: Context,
  viewer: Viewer,
  hub: HubRecord,
): Promise<boolean> {
  const blocked = await repositories.blocks.findByUser(viewer.userNo)
  return blocked.some(({ blockedNo }) => hub.members.some(({ userNo }) => userNo === blockedNo))
}

/** `existingHubNo`: the hub with the same members. */
type JoinResult =
  | { hubNo: number }
  | { rejected: 'ended' | 'full' }
  | { rejected: 'sameMembers'; existingHubNo?: number }

/** Accepts an invitation and removes an earlier decline. Idempotent for members. */
export function joinByInvitation(context: Context, viewer: Viewer, token: string): Promise<JoinResult> {
  // A whole class may use one link at the same moment, and each join changes the members.
  return context.runExclusive(`invitation ${sha256(token)}`, () => join(context, viewer, token))
}

/**
 * Reserves a place first, so that no more users than places can join, then adds the member if the hub is unchanged.
 * Retries on concurrent membership changes at other nodes.
 */
async function join(context: Context, viewer: Viewer, token: string): Promise<JoinResult> {
  const { repositories, live, people, clock } = context
  // Nodes trust a session for some seconds without reading its account.
  if (!(await people.getMany([viewer.userNo])).has(viewer.userNo)) throw notSignedIn()
  for (;;) {
    const lookup = await lookUpInvitation(context, viewer, token)
    if (lookup.way === 'inside') return { hubNo: lookup.hub.hubNo }
    if (lookup.way !== 'open') return { rejected: lookup.way }
    const { hub, invitation } = lookup
    if (await isClosedTo(context, viewer, hub)) return { rejected: 'ended' }
    const grown = [...hub.members.map(({ userNo }) => userNo), viewer.userNo]
    const rejection = await sameMembers(context, grown)
    // The user may have joined by another link meanwhile.
    if (rejection?.existingHubNo === hub.hubNo) continue
    if (rejection) return { ...rejection, rejected: 'sameMembers' }

    if (!(await repositories.invitations.reservePlace(invitation.tokenHash, viewer.userNo, clock()))) continue
    const joined = await repositories.hubs.addMemberByLink(
      hub,
      membershipOfMaker(invitation),
      viewer.userNo,
      clock(),
    )
    if (joined === null || joined === 'sameMembers') continue
    await live.syncRooms([viewer.userNo])
    await publishMembers(context, joined, { kind: 'cameByLink', userNo: viewer.userNo })
    await publishHubAdded(context, joined, [viewer.userNo], viewer.userNo)
    await notifyJoined(context, joined, { joinerNo: viewer.userNo, makerNo: invitation.makerNo })
    return { hubNo: joined.hubNo }
  }
}

/** A user blocked by a member sees an ended link, and only when trying to join. */
async function isClosedTo(
  { repositories }: Context,
  viewer: Viewer,
  { members }: HubRecord,
): Promise<boolean> {
  const memberNos = members.map(({ userNo }) => userNo)
  return (await repositories.blocks.findBlockersAmong(memberNos, viewer.userNo)).size > 0
}

/**
 * Removes a member who joined by a link recently, as if they had left. Links no longer work for them, also if they
 * had just left themselves.
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
    if (!(await banFormerMember(context, viewer, hub, userNo))) throw notFound()
    return null
  }
  const rejected = rejectionToRemove(hub, { byNo: viewer.userNo, userNo }, context.clock())
  if (rejected === null)
    await removeMemberAsJob(context, { hubNo, userNo, joinedAt: member.joinedAt, expels: true })
  return rejected
}

/**
 * Bans a user who has left. The caller must not have joined by a link: the joining order is no longer known. False if
 * there is nothing to do.
 */
async function banFormerMember(
  { repositories }: Context,
  viewer: Viewer,
  hub: HubRecord,
  userNo: number,
): Promise<boolean> {
  if (memberOf(hub, viewer.userNo).cameByLink) return false
  return (
    (await repositories.invitations.hasJoinedByLink(hub.hubNo, userNo)) &&
    repositories.hubs.banFromLinks(hub.hubNo, userNo)
  )
}

/** The membership by which a link was made. */
function membershipOfMaker({
  makerNo,
  makerJoinedAt,
}: Pick<InvitationRecord, 'makerNo' | 'makerJoinedAt'>): MembershipKey {
  return { userNo: makerNo, joinedAt: makerJoinedAt }
}

/** A link ends with the membership by which it was made. */
function isLinkOf(
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
