import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import {
  done,
  entityNo,
  flag,
  itemsPerPage,
  jsonList,
  NUMBER_DIGITS_MAX,
  pageNo,
  personName,
  sent,
  sentence,
} from './fields.ts'
import { EMAIL_MAX, HUB_MEMBERS_MAX, HUB_NAME_MAX, HUBS_PER_PAGE, SEARCH_CANDIDATES_MAX } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** The last activity of a hub that its members can see. */
const latestSchema = z.object({
  /** A shared note, or a comment. */
  kind: z.enum(['note', 'comment']),
  writerNo: z.number(),
  writer: z.string(),
  /** The title of the note, or the beginning of the comment, in one line. */
  text: z.string(),
  at: z.string(),
})
export type LatestView = z.infer<typeof latestSchema>

/**
 * `userNos`, `names` and `pics` are parallel. They contain the other members in joining order, or only the viewer in a hub of
 * one.
 */
export const hubViewSchema = z.object({
  hubNo: z.number(),
  userNos: z.array(z.number()),
  names: z.array(z.string()),
  pics: z.array(z.string()),
  /** 0 to UNREAD_CAP. */
  numUnreadArticles: z.number(),
  /** Orders unread counts of a hub: the higher revision is right. */
  revision: z.number(),
  /** Orders the events of the hub; each has the next version. */
  version: z.number(),
  /** Empty if the hub is named after its members. Nodes of the previous release do not send it. */
  name: z.string().optional(),
  /** The time of the last activity. Nodes of the previous release do not send it. */
  activeAt: z.string().optional(),
  /** Muted by the viewer, so not in any total. Nodes of the previous release do not send it. */
  isMuted: z.boolean().optional(),
  /** Pinned by the viewer. Nodes of the previous release do not send it. */
  isPinned: z.boolean().optional(),
  /** Null if there is nothing visible. Only lists of the viewer's hubs have it. */
  latest: latestSchema.nullable().optional(),
})
export type HubView = z.infer<typeof hubViewSchema>

/** Order of the hub list: `talk` by last activity, `joined` by the time of joining, which stays stable. */
export const HUB_ORDERS = ['talk', 'joined'] as const
export type HubOrder = (typeof HUB_ORDERS)[number]
const HUB_ORDER_MAX = 6

const hubPaging = {
  curPageNo: pageNo,
  hubsPerPage: itemsPerPage(HUBS_PER_PAGE),
  /** Returns and counts only hubs with unread shares. */
  onlyUnread: flag.default(false),
  order: sent(HUB_ORDER_MAX)
    .pipe(z.enum(HUB_ORDERS, sentence('error.invalid')))
    .default('talk'),
}
const hubPage = done.extend({ hubs: z.array(hubViewSchema), pageIndex: pageIndexSchema })
export type HubPage = z.infer<typeof hubPage>
/** A rejected change also returns the current hubs. */
const hubRejection = hubPage.extend({
  success: z.literal(false),
  message: z.string(),
  /** The existing hub with the same members, if that is the reason. */
  existingHubNo: z.number().optional(),
})
const changedHubs = z.discriminatedUnion('success', [
  hubPage.extend({ hubNo: z.number(), message: z.string() }),
  hubRejection,
])

export const getHubs = defineCall({
  method: 'POST',
  path: '/api/friends/gethubs',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary:
    "Returns a page of the user's hubs: pinned hubs first, then newest activity first unless requested otherwise.",
  request: z.object(hubPaging),
  reply: hubPage.extend({ me: personSchema }),
})

/** A character in JSON may take six characters. */
const candidates = jsonList(sent(EMAIL_MAX), { max: SEARCH_CANDIDATES_MAX, itemLength: EMAIL_MAX * 6 })

export const searchFriends = defineCall({
  method: 'POST',
  path: '/api/friends/search',
  access: 'member',
  limit: 'lookUp',
  encoding: 'form',
  summary: 'Finds users by exact e-mail address or phone number.',
  request: z.object({ candidatesJSON: candidates }),
  reply: done.extend({ searchResults: z.array(personSchema), searchResultUserNos: z.array(z.number()) }),
})

const userNos = jsonList(entityNo, { max: HUB_MEMBERS_MAX, itemLength: NUMBER_DIGITS_MAX })

/** May be empty to remove the name. */
const hubName = personName('hubs.nameTooLong', { max: HUB_NAME_MAX }, 'accounts.usernameHidden')

export const createHub = defineCall({
  method: 'POST',
  path: '/api/friends/createhub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary:
    'Creates a hub with other users, or with the caller alone to invite by link, unless the same users already have one.',
  request: z.object({ ...hubPaging, candidatesJSON: userNos, name: hubName.default('') }),
  reply: changedHubs,
})

export const addMatching = defineCall({
  method: 'POST',
  path: '/api/friends/addmatching',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Adds users to a hub, if its members are still those the caller expects.',
  request: z.object({ ...hubPaging, hubNo: entityNo, friendsJSON: userNos, expectedResult: userNos }),
  reply: changedHubs,
})

export const disjoin = defineCall({
  method: 'POST',
  path: '/api/friends/disjoin',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: "Leaves a hub and withdraws the user's shares there.",
  request: z.object({
    ...hubPaging,
    targetHubNo: entityNo,
    /** Prevents members from adding the user again. */
    declineInvitations: flag.default(false),
  }),
  reply: hubPage,
})

/** `removableUntil`: until then, earlier members may remove a member who joined by a link. Absent for other members. */
const participant = personSchema.extend({ removableUntil: z.string().optional() })
export type ParticipantView = z.infer<typeof participant>

export const participantsSchema = z.object({
  hubNo: z.number(),
  version: z.number(),
  participants: z.array(participant),
  /** Nodes of the previous release do not send it. */
  name: z.string().optional(),
})
export type ParticipantsView = z.infer<typeof participantsSchema>

export const getHubInfo = defineCall({
  method: 'POST',
  path: '/api/friends/gethubinfo',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns the members of a hub in joining order, the caller included.',
  request: z.object({ hubNo: entityNo }),
  reply: participantsSchema.extend({ success: z.literal(true) }),
})

/** A change of the members that clients report to the user. */
export const memberChangeSchema = z.object({
  kind: z.enum(['cameByLink', 'expelled']),
  userNo: z.number(),
  userName: z.string(),
})
export type MemberChange = z.infer<typeof memberChangeSchema>

export const nameHub = defineCall({
  method: 'POST',
  path: '/api/friends/namehub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Names a hub, or removes its name if it is empty. Any member may.',
  request: z.object({ hubNo: entityNo, name: hubName }),
  reply: done,
})

export const unreadSchema = z.object({
  hubNo: z.number(),
  numUnreadArticles: z.number(),
  revision: z.number(),
  /** Muted by the reader, so not in any total. Nodes of the previous release do not send it. */
  isMuted: z.boolean().optional(),
})
export type UnreadView = z.infer<typeof unreadSchema>

export const markAsRead = defineCall({
  method: 'POST',
  path: '/api/friends/markasread',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Marks the shares of a hub as read, up to one of them or all.',
  request: z.object({
    ...hubPaging,
    hubNo: entityNo,
    /** The newest seen share. Without it, all shares are marked. */
    seq: entityNo.optional(),
  }),
  reply: hubPage.extend(unreadSchema.shape),
})

export const getUnread = defineCall({
  method: 'POST',
  path: '/api/friends/unread',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "Returns the unread counts of all of the user's hubs. Their total leaves out muted hubs.",
  request: z.object({}),
  reply: done.extend({ total: z.number(), hubs: z.array(unreadSchema) }),
})

/** The preferences of a member for a hub, with their unread count. The higher revision is right. */
export const hubPreferencesSchema = unreadSchema.extend({ isMuted: z.boolean(), isPinned: z.boolean() })
export type HubPreferencesView = z.infer<typeof hubPreferencesSchema>

export const muteHub = defineCall({
  method: 'POST',
  path: '/api/friends/mutehub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Mutes or unmutes a hub for the caller.',
  request: z.object({ hubNo: entityNo, isMuted: flag }),
  reply: done.extend(hubPreferencesSchema.shape),
})

export const pinHub = defineCall({
  method: 'POST',
  path: '/api/friends/pinhub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: "Pins or unpins a hub in the caller's list.",
  request: z.object({ hubNo: entityNo, isPinned: flag }),
  reply: done.extend(hubPreferencesSchema.shape),
})
