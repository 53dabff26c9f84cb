import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, rejection, sent } from './fields.ts'
import { INVITATION_TOKEN_MAX, INVITED_BY_LINK_MAX } from './limits.ts'
import { z } from './schema.ts'

/** An invite link as members see it. Only its creator receives the token, once. */
const invitationSchema = z.object({
  maker: personSchema,
  madeAt: z.string(),
  /** The link expires at this time. */
  expiresAt: z.string(),
  /** The number of users who have joined by it, of INVITED_BY_LINK_MAX. */
  people: z.number(),
})
export type InvitationView = z.infer<typeof invitationSchema>

/** Whether the link has expired or is used up. */
export function isUsedUp({ people }: Pick<InvitationView, 'people'>): boolean {
  return people >= INVITED_BY_LINK_MAX
}

/** 128 random bits. Other formats are rejected. */
const token = sent(INVITATION_TOKEN_MAX)

export const makeInvitation = defineCall({
  method: 'POST',
  path: '/api/invitation/make',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Creates an invite link for a hub. Each member may have one per hub.',
  request: z.object({ hubNo: entityNo }),
  reply: z.discriminatedUnion('success', [
    done.extend({ token: z.string(), invitation: invitationSchema }),
    rejection,
  ]),
})

export const getInvitations = defineCall({
  method: 'POST',
  path: '/api/invitation/list',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns the active invite links of a hub, whoever created them.',
  request: z.object({ hubNo: entityNo }),
  reply: done.extend({ invitations: z.array(invitationSchema) }),
})

export const endInvitation = defineCall({
  method: 'POST',
  path: '/api/invitation/end',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: "Ends a member's invite link. Any member may.",
  request: z.object({ hubNo: entityNo, makerNo: entityNo }),
  reply: done,
})

/** `ended`: expired, unknown, or not allowed for the user. `full`: the link is used up or the hub is full. */
const closed = rejection.extend({ reason: z.enum(['ended', 'full']) })

export const lookAtInvitation = defineCall({
  method: 'POST',
  path: '/api/invitation/look',
  access: 'open',
  limit: 'lookUp',
  encoding: 'form',
  summary: 'Returns who invites with a link, and the number of members. Needs no account.',
  request: z.object({ token }),
  reply: z.discriminatedUnion('success', [
    done.extend({
      inviter: personSchema,
      memberCount: z.number(),
      expiresAt: z.string(),
      /** The hub, only if the user is already a member. */
      hubNo: z.number().nullable(),
      /** The hub has a member whom the user has blocked. */
      isWithBlocked: z.boolean(),
    }),
    closed,
  ]),
})

export const joinByInvitation = defineCall({
  method: 'POST',
  path: '/api/invitation/join',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Joins a hub with an invite link. Members stay members.',
  request: z.object({ token }),
  reply: z.discriminatedUnion('success', [
    done.extend({ hubNo: z.number() }),
    rejection.extend({
      reason: z.enum(['ended', 'full', 'sameMembers']),
      /** The existing hub with the same members, if that is the reason. */
      existingHubNo: z.number().optional(),
    }),
  ]),
})

export const removeMember = defineCall({
  method: 'POST',
  path: '/api/friends/removemember',
  formerPath: '/api/friends/expel',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: 'Removes a member who joined by a recent link; no link lets them in again. Any member may.',
  request: z.object({ hubNo: entityNo, userNo: entityNo }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})
