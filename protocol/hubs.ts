import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, flag, itemsPerPage, jsonList, NUMBER_DIGITS_MAX, pageNo, sent } from './fields.ts'
import { EMAIL_MAX, HUB_MEMBERS_MAX, HUBS_PER_PAGE, SEARCH_CANDIDATES_MAX } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** `userNos`, `names` and `pics` are parallel and hold the other members in joining order; alone, only oneself. */
export const hubSchema = z.object({
  hubNo: z.number(),
  userNos: z.array(z.number()),
  names: z.array(z.string()),
  pics: z.array(z.string()),
  /** 0 to UNREAD_CAP. */
  numUnreadArticles: z.number(),
  /** Orders unread numbers: of two for the same hub the one with the higher revision is true. */
  revision: z.number(),
  /** Orders what happens in the hub; each hub event carries the next. */
  version: z.number(),
})
export type HubView = z.infer<typeof hubSchema>

const me = z.object({ userNo: z.number(), userName: z.string(), profPic: z.string() })
export type MeView = z.infer<typeof me>

const hubPaging = { curPageNo: pageNo, hubsPerPage: itemsPerPage(HUBS_PER_PAGE) }
const hubPage = done.extend({ hubs: z.array(hubSchema), pageIndex: pageIndexSchema })
export type HubPage = z.infer<typeof hubPage>
/** A refused change also brings the hubs as they are now. */
const hubRefusal = hubPage.extend({ success: z.literal(false), message: z.string() })
const changedHubs = z.discriminatedUnion('success', [
  hubPage.extend({ hubNo: z.number(), message: z.string() }),
  hubRefusal,
])

export const getHubs = defineCall({
  method: 'POST',
  path: '/api/friends/gethubs',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "A page of one's hubs, newest activity first.",
  request: z.object(hubPaging),
  reply: hubPage.extend({ me }),
})

/** A sign in JSON may be written with six characters. */
const candidates = jsonList(sent(EMAIL_MAX), { max: SEARCH_CANDIDATES_MAX, itemLength: EMAIL_MAX * 6 })

export const searchFriends = defineCall({
  method: 'POST',
  path: '/api/friends/search',
  access: 'member',
  limit: 'lookUp',
  encoding: 'form',
  summary: 'Finds people by exact e-mail address or phone number.',
  request: z.object({ candidatesJSON: candidates }),
  reply: done.extend({ searchResults: z.array(personSchema), searchResultUserNos: z.array(z.number()) }),
})

const userNos = jsonList(entityNo, { max: HUB_MEMBERS_MAX, itemLength: NUMBER_DIGITS_MAX })

export const createHub = defineCall({
  method: 'POST',
  path: '/api/friends/createhub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Makes a hub of oneself and others, unless the same people have one.',
  request: z.object({ ...hubPaging, candidatesJSON: userNos }),
  reply: changedHubs,
})

export const addMatching = defineCall({
  method: 'POST',
  path: '/api/friends/addmatching',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Adds people to a hub, if its members are then who the caller expects.',
  request: z.object({ ...hubPaging, hubNo: entityNo, friendsJSON: userNos, expectedResult: userNos }),
  reply: changedHubs,
})

export const disjoin = defineCall({
  method: 'POST',
  path: '/api/friends/disjoin',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: "Leaves a hub; one's own shares there are withdrawn.",
  request: z.object({
    ...hubPaging,
    targetHubNo: entityNo,
    /** Nobody can add one to this hub again. */
    declineInvitations: flag.default(false),
  }),
  reply: hubPage,
})

const participants = z.object({ hubNo: z.number(), version: z.number(), participants: z.array(personSchema) })
export type ParticipantsView = z.infer<typeof participants>

export const getHubInfo = defineCall({
  method: 'POST',
  path: '/api/friends/gethubinfo',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Who is in a hub, in joining order, oneself included.',
  request: z.object({ hubNo: entityNo }),
  reply: participants.extend({ success: z.literal(true) }),
})
export const participantsSchema = participants

export const unreadSchema = z.object({
  hubNo: z.number(),
  numUnreadArticles: z.number(),
  revision: z.number(),
})
export type UnreadView = z.infer<typeof unreadSchema>

export const markAsRead = defineCall({
  method: 'POST',
  path: '/api/friends/markasread',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Marks what a hub holds as read: up to a share, or all of it.',
  request: z.object({
    ...hubPaging,
    hubNo: entityNo,
    /** The newest share that was seen; without it everything counts as seen. */
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
  summary: 'The unread numbers of all of one’s hubs.',
  request: z.object({}),
  reply: done.extend({ total: z.number(), hubs: z.array(unreadSchema) }),
})
