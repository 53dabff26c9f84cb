import type { InvitationView } from '#protocol/invitations.ts'
import * as calls from '#protocol/invitations.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted, personView } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import type { InvitationRecord } from './invitations.repository.ts'
import {
  createInvitation,
  endInvitation,
  hasBlockedMember,
  joinByInvitation,
  listInvitations,
  lookUpInvitation,
  removeMember,
} from './invitations.service.ts'

const sentences = {
  ended: 'invitations.ended',
  full: 'invitations.full',
  sameMembers: 'hubs.sameMembers',
} as const

export function invitationRoutes(context: Context): Route[] {
  async function views(invitations: InvitationRecord[], t: Translate) {
    const people = await context.people.getMany(invitations.map(({ makerNo }) => makerNo))
    return invitations.map(invitation => invitationView(invitation, people, t))
  }

  return [
    route(calls.makeInvitation).handle(async ({ viewer, input, t }) => {
      const made = await createInvitation(context, viewer, input.hubNo)
      if ('rejected' in made) return { success: false, message: t.any(made.rejected) }
      const [invitation] = await views([made.invitation], t)
      if (invitation === undefined) throw new Error('a link that was just made is not shown')
      return { success: true, token: made.token, invitation }
    }),

    route(calls.getInvitations).handle(async ({ viewer, input, t }) => {
      const invitations = await listInvitations(context, viewer, input.hubNo)
      return { success: true, invitations: await views(invitations, t) }
    }),

    route(calls.endInvitation).handle(async ({ viewer, input }) => {
      await endInvitation(context, viewer, input)
      return { success: true }
    }),

    route(calls.lookAtInvitation).handle(async ({ viewer, input, t }) => {
      const lookup = await lookUpInvitation(context, viewer, input.token)
      if (lookup.way === 'ended' || lookup.way === 'full')
        return { success: false, reason: lookup.way, message: t(sentences[lookup.way]) }
      const { way, hub, invitation, inviter } = lookup
      return {
        success: true,
        inviter: personView(inviter),
        memberCount: hub.members.length,
        expiresAt: invitation.expiresAt.toISOString(),
        hubNo: way === 'inside' ? hub.hubNo : null,
        isWithBlocked: viewer !== null && way === 'open' && (await hasBlockedMember(context, viewer, hub)),
      }
    }),

    route(calls.joinByInvitation).handle(async ({ viewer, input, t }) => {
      const result = await joinByInvitation(context, viewer, input.token)
      if ('hubNo' in result) return { success: true, hubNo: result.hubNo }
      const { rejected: reason, ...existing } = result
      return { success: false, reason, message: t(sentences[reason]), ...existing }
    }),

    route(calls.removeMember).handle(async ({ viewer, input, t }) => {
      const rejected = await removeMember(context, viewer, input)
      return rejected === null ? { success: true } : { success: false, message: t.any(rejected) }
    }),
  ]
}

/** For members of the hub. */
function invitationView(
  { makerNo, madeAt, expiresAt, invitedNos = [] }: InvitationRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): InvitationView {
  return {
    maker: personOrDeleted(makerNo, people, t),
    madeAt: madeAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    people: invitedNos.length,
  }
}
