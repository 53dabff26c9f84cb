import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, sent, time } from './fields.ts'
import { NOTIFICATION_TARGET_MAX } from './limits.ts'
import { z } from './schema.ts'

/**
 * What somebody is told of. `comment`: on their note. `thread`: in a thread where they wrote. `reply`: to a comment of theirs.
 * `mention`: of them. `empathy`: with a note or a comment of theirs. `invited`: into a room. `joined`: by a link of theirs.
 * `answer`: to their opinion. `device`: a sign-in on one that is new. `report`: administrators have looked at what they reported.
 */
const notificationKinds = [
  'comment',
  'thread',
  'reply',
  'mention',
  'empathy',
  'invited',
  'joined',
  'answer',
  'device',
  'report',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What an entry is about: of one thing somebody has one entry, in its newest state. */
export const notificationTargets = {
  talk: (hubNo: number, noteNo: number) => `talk:${hubNo}:${noteNo}`,
  comment: (commentNo: number) => `comment:${commentNo}`,
  /** `day` as YYYY-MM-DD; `commentNo` NOTE_ITSELF for the note. */
  empathy: (hubNo: number, noteNo: number, commentNo: number, day: string) =>
    `empathy:${hubNo}:${noteNo}:${commentNo}:${day}`,
  room: (hubNo: number) => `room:${hubNo}`,
  joined: (hubNo: number, day: string) => `joined:${hubNo}:${day}`,
  opinion: (suggestionNo: number) => `opinion:${suggestionNo}`,
  report: (reportNo: number) => `report:${reportNo}`,
  device: (device: string, day: string) => `device:${day}:${device}`,
} as const

const notificationSchema = z.object({
  thing: z.string(),
  kind: z.enum(notificationKinds),
  /** When it happened last; ISO 8601, UTC. */
  at: z.string(),
  /** Not seen yet. */
  isNew: z.boolean(),
  /** Those because of whom it is told, who came last first; no more than NEWS_PEOPLE_SHOWN. */
  people: z.array(personSchema),
  /** How many they are. */
  peopleCount: z.number(),
  /** How many comments it gathers, no more than NEWS_GATHERED_MAX. */
  commentCount: z.number(),
  /** The last of these, or the comment with which somebody empathizes; absent where it is about none. */
  comment: z.object({ commentNo: z.number(), line: z.string() }).optional(),
  note: z.object({ noteNo: z.number(), title: z.string() }).optional(),
  /** `names`: of the others in it, no more than NEWS_PEOPLE_SHOWN of `memberCount` with oneself; `name`: empty when it has none. */
  room: z
    .object({ hubNo: z.number(), name: z.string(), names: z.array(z.string()), memberCount: z.number() })
    .optional(),
  opinion: z.object({ suggestionNo: z.number(), line: z.string() }).optional(),
  /** The browser and system in words; empty when unknown. */
  device: z.string().optional(),
  /** Of a report: whether something was done. Nothing else is told of it. */
  hasActed: z.boolean().optional(),
})
export type NotificationView = z.infer<typeof notificationSchema>

/** How many entries are new. Of two counts the one with the higher revision is right. */
export const notificationCountSchema = z.object({ count: z.number(), revision: z.number() })
export type NotificationCount = z.infer<typeof notificationCountSchema>

const thing = sent(NOTIFICATION_TARGET_MAX)

/** `new`: what is not seen. `toMe`: what was said to somebody, by a call or an answer. */
export const notificationFilters = ['new', 'toMe'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** What `toMe` holds. */
export const kindsToMe: readonly NotificationKind[] = ['reply', 'mention', 'answer']

export const getInbox = defineCall({
  method: 'POST',
  path: '/api/inbox/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    'What somebody is told of, the last first, or what stands after a place. Nothing that they may not read any more.',
  request: z.object({
    /** The place that the page before named. */
    after: z.object({ at: time, thing }).optional(),
    /** Without it, all of it. */
    only: z.enum(notificationFilters).optional(),
  }),
  reply: done.extend({
    news: z.array(notificationSchema),
    /** Where the next page begins; null after the last. */
    next: z.object({ at: z.string(), thing: z.string() }).nullable(),
  }),
})
export type InboxPage = z.infer<typeof getInbox.reply>

export const countInbox = defineCall({
  method: 'POST',
  path: '/api/inbox/count',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: 'How many of one’s entries are new.',
  request: z.object({}),
  reply: done.extend(notificationCountSchema.shape),
})

export const markNotificationSeen = defineCall({
  method: 'POST',
  path: '/api/inbox/seen',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Tells that one has seen the thing of an entry, such as a room. What one has no entry of changes nothing.',
  request: z.object({ thing }),
  reply: done,
})

export const markThreadNotificationsSeen = defineCall({
  method: 'POST',
  path: '/api/inbox/seenthread',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Tells that one has seen a note’s thread in a hub up to a comment: entries about what stands there are new no more.',
  request: z.object({
    hubNo: entityNo,
    noteNo: entityNo,
    /** Without it: the note, and no comment. */
    commentNo: entityNo.optional(),
  }),
  reply: done,
})

export const markAllNotificationsSeen = defineCall({
  method: 'POST',
  path: '/api/inbox/seenall',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Tells that one has seen all entries up to a time, that of the newest that was shown.',
  request: z.object({ upTo: time }),
  reply: done,
})
