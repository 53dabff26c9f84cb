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

/** What happened last in a hub, of what its members can see. */
const latestSchema = z.object({
  /** A note that was shared, or a comment. */
  kind: z.enum(['note', 'comment']),
  writerNo: z.number(),
  writer: z.string(),
  /** The note's title, or how the comment begins: one line. */
  text: z.string(),
  at: z.string(),
})
export type LatestView = z.infer<typeof latestSchema>

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
  /** What its members call it, empty while they call it by their names; nodes of the release before do not tell it. */
  name: z.string().optional(),
  /** When something happened in it last; likewise. */
  activeAt: z.string().optional(),
  /** The viewer keeps it silent: its number is in no sum. Likewise. */
  isMuted: z.boolean().optional(),
  /** It stands on top of the viewer's list. Likewise. */
  isPinned: z.boolean().optional(),
  /** Null when there is nothing to be seen. Lists of one's hubs alone tell it. */
  latest: latestSchema.nullable().optional(),
})
export type HubView = z.infer<typeof hubSchema>

/** How one's hubs follow each other: by what was shared or said last, or by when one came in, which nothing moves by itself. */
export const HUB_ORDERS = ['talk', 'joined'] as const
export type HubOrder = (typeof HUB_ORDERS)[number]
const HUB_ORDER_MAX = 6

const hubPaging = {
  curPageNo: pageNo,
  hubsPerPage: itemsPerPage(HUBS_PER_PAGE),
  /** The pages hold, and count, those alone in which something is unread. */
  onlyUnread: flag.default(false),
  order: sent(HUB_ORDER_MAX)
    .pipe(z.enum(HUB_ORDERS, sentence('error.invalid')))
    .default('talk'),
}
const hubPage = done.extend({ hubs: z.array(hubSchema), pageIndex: pageIndexSchema })
export type HubPage = z.infer<typeof hubPage>
/** A refused change also brings the hubs as they are now. */
const hubRejection = hubPage.extend({
  success: z.literal(false),
  message: z.string(),
  /** The hub that the same people have already, where that is why. */
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
    "A page of one's hubs: those that one has pinned, then newest activity first unless told otherwise.",
  request: z.object(hubPaging),
  reply: hubPage.extend({ me: personSchema }),
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

/** May be empty again. */
const hubName = personName('hubs.nameTooLong', { max: HUB_NAME_MAX }, 'accounts.usernameHidden')

export const createHub = defineCall({
  method: 'POST',
  path: '/api/friends/createhub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Makes a hub of oneself and others, unless the same people have one.',
  request: z.object({ ...hubPaging, candidatesJSON: userNos, name: hubName.default('') }),
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

/** `removableUntil`: until when those before may take out this one, who came by a link; absent for all others. */
const participant = personSchema.extend({ removableUntil: z.string().optional() })
export type ParticipantView = z.infer<typeof participant>

const participants = z.object({
  hubNo: z.number(),
  version: z.number(),
  participants: z.array(participant),
  /** What they call the hub; nodes of the release before do not tell it. */
  name: z.string().optional(),
})
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

/** What there is to say about members beside who they are. */
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
  summary: 'Gives a hub a name, or takes it away with an empty one. Any member may.',
  request: z.object({ hubNo: entityNo, name: hubName }),
  reply: done,
})

export const unreadSchema = z.object({
  hubNo: z.number(),
  numUnreadArticles: z.number(),
  revision: z.number(),
  /** Its reader keeps the hub silent: the number is in no sum. Nodes of the release before do not tell it. */
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
  summary: 'The unread numbers of all of one’s hubs. Their total leaves out those that one has muted.',
  request: z.object({}),
  reply: done.extend({ total: z.number(), hubs: z.array(unreadSchema) }),
})

/** How somebody keeps a hub of theirs, with their unread number there: of two the one with the higher revision is true. */
export const keptHubSchema = unreadSchema.extend({ isMuted: z.boolean(), isPinned: z.boolean() })
export type KeptHubView = z.infer<typeof keptHubSchema>

export const muteHub = defineCall({
  method: 'POST',
  path: '/api/friends/mutehub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Keeps a hub silent for oneself, or no longer.',
  request: z.object({ hubNo: entityNo, isMuted: flag }),
  reply: done.extend(keptHubSchema.shape),
})

export const pinHub = defineCall({
  method: 'POST',
  path: '/api/friends/pinhub',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: "Puts a hub on top of one's own list, or no longer.",
  request: z.object({ hubNo: entityNo, isPinned: flag }),
  reply: done.extend(keptHubSchema.shape),
})
