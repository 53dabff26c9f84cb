import * as calls from '#protocol/invitations.ts'
import type { Context } from '#server/context.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import {
  endInvitation,
  hasBlockedOne,
  listInvitations,
  makeInvitation,
  meetInvitation,
} from './invitations.domain.ts'
import { invitationView } from './invitations.presenter.ts'
import type { InvitationRecord } from './invitations.store.ts'
import { joinByInvitation, removeMember } from './joining.domain.ts'

const sentences = {
  ended: 'invitations.ended',
  full: 'invitations.full',
  sameMembers: 'hubs.sameMembers',
} as const

export function invitationRoutes(context: Context): Route[] {
  async function views(invitations: InvitationRecord[], say: Say) {
    const people = await context.people.of(invitations.map(({ makerNo }) => makerNo))
    return invitations.map(invitation => invitationView(invitation, people, say))
  }

  return [
    route(calls.makeInvitation).answer(async ({ viewer, input, say }) => {
      const made = await makeInvitation(context, viewer, input.hubNo)
      if ('rejected' in made) return { success: false, message: say.any(made.rejected) }
      const [invitation] = await views([made.invitation], say)
      if (invitation === undefined) throw new Error('a link that was just made is not shown')
      return { success: true, token: made.token, invitation }
    }),

    route(calls.getInvitations).answer(async ({ viewer, input, say }) => {
      const invitations = await listInvitations(context, viewer, input.hubNo)
      return { success: true, invitations: await views(invitations, say) }
    }),

    route(calls.endInvitation).answer(async ({ viewer, input }) => {
      await endInvitation(context, viewer, input)
      return { success: true }
    }),

    route(calls.lookAtInvitation).answer(async ({ viewer, input, say }) => {
      const met = await meetInvitation(context, viewer, input.token)
      if (met.way === 'ended' || met.way === 'full')
        return { success: false, reason: met.way, message: say(sentences[met.way]) }
      const { way, hub, invitation, inviter } = met
      return {
        success: true,
        inviter: personView(inviter),
        memberCount: hub.members.length,
        expiresAt: invitation.expiresAt.toISOString(),
        hubNo: way === 'inside' ? hub.hubNo : null,
        isWithBlocked: viewer !== null && way === 'open' && (await hasBlockedOne(context, viewer, hub)),
      }
    }),

    route(calls.joinByInvitation).answer(async ({ viewer, input, say }) => {
      const joining = await joinByInvitation(context, viewer, input.token)
      if ('hubNo' in joining) return { success: true, hubNo: joining.hubNo }
      const { rejected: reason, ...existing } = joining
      return { success: false, reason, message: say(sentences[reason]), ...existing }
    }),

    route(calls.removeMember).answer(async ({ viewer, input, say }) => {
      const rejected = await removeMember(context, viewer, input)
      return rejected === null ? { success: true } : { success: false, message: say.any(rejected) }
    }),
  ]
}
