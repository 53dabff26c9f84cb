import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { sha256 } from '#server/platform/digest.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { leadsInto, type Way, wayOf } from './invitations.rules.ts'
import type { InvitationRecord } from './invitations.store.ts'

const TOKEN_BYTES = 16

/** A link into a hub of the viewer's. Its token is told now and never again: only its hash is kept. */
export async function makeInvitation(
  context: Context,
  viewer: Viewer,
  hubNo: number,
): Promise<{ token: string; invitation: InvitationRecord } | { rejected: TextKey }> {
  const { stores, clock } = context
  const hub = await ownHub(context, viewer, hubNo)
  if (hub.members.length >= HUB_MEMBERS_MAX) return { rejected: 'invitations.roomFull' }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { userNo: makerNo, joinedAt: makerJoinedAt } = memberOf(hub, viewer.userNo)
  const made = { tokenHash: sha256(token), hubNo, makerNo, makerJoinedAt }
  const invitation = await stores.invitations.make(made, clock())
  // Whoever suspends them notes that first and deletes their links then: this one, too, or it is seen here.
  if ((await stores.users.privilegeOf(makerNo)) === null) {
    await stores.invitations.end(hubNo, makerNo)
    throw notSignedIn()
  }
  return invitation === null ? { rejected: 'invitations.hasOne' } : { token, invitation }
}

/** The links that lead into a hub of the viewer's now. */
export async function listInvitations(
  context: Context,
  viewer: Viewer,
  hubNo: number,
): Promise<InvitationRecord[]> {
  const hub = await ownHub(context, viewer, hubNo)
  const found = await context.stores.invitations.ofHub(hubNo, context.clock())
  return found.filter(invitation => leadsInto(invitation, hub))
}

/** Any member may end any link. One that has ended stays so. */
export async function endInvitation(
  context: Context,
  viewer: Viewer,
  { hubNo, makerNo }: { hubNo: number; makerNo: number },
): Promise<void> {
  await ownHub(context, viewer, hubNo)
  await context.stores.invitations.end(hubNo, makerNo)
}

/** A link as somebody meets it. Of one that leads nowhere nothing else is told. */
export type Met =
  | { way: Exclude<Way, 'ended'>; invitation: InvitationRecord; hub: HubRecord; inviter: PersonRecord }
  | { way: 'ended' }

export async function meetInvitation(
  { stores, people, clock }: Context,
  viewer: Viewer | null,
  token: string,
): Promise<Met> {
  const invitation = await stores.invitations.byToken(sha256(token), clock())
  if (invitation === null) return { way: 'ended' }
  const hub = await stores.hubs.byNo(invitation.hubNo)
  if (hub === null) return { way: 'ended' }
  const way = wayOf({ invitation, hub, viewerNo: viewer?.userNo ?? null })
  // Whoever is withdrawing their account is gone before their memberships are.
  const inviter = (await people.of([invitation.makerNo])).get(invitation.makerNo)
  return way === 'ended' || inviter === undefined ? { way: 'ended' } : { way, invitation, hub, inviter }
}

/** Whether the viewer has blocked one of the members: they are told before they come in. */
export async function hasBlockedOne({ stores }: Context, viewer: Viewer, hub: HubRecord): Promise<boolean> {
  const blocked = await stores.personBlocks.of(viewer.userNo)
  return blocked.some(({ blockedNo }) => hub.members.some(({ userNo }) => userNo === blockedNo))
}
