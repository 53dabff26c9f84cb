import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, sent, time } from './fields.ts'
import { NOTIFICATION_TARGET_MAX } from './limits.ts'
import { z } from './schema.ts'

/**
 * The kinds of notifications. `comment`: on the user's note. `thread`: in a thread where the user has commented. `reply`: to the
 * user's comment. `mention`: of the user. `empathy`: a reaction to the user's note or comment. `passage`: a highlight in the
 * user's note. `invited`: the user was added to a hub. `joined`: by the user's invite link. `answer`: to the user's suggestion.
 * `device`: a sign-in on a new device. `report`: the user's report was reviewed.
 * `takenDown`: an administrator has ended the public link of the user's note.
 * `backupFailed`: for administrators.
 */
const notificationKinds = [
  'comment',
  'thread',
  'reply',
  'mention',
  'empathy',
  'passage',
  'invited',
  'joined',
  'answer',
  'device',
  'report',
  'takenDown',
  'backupFailed',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The target of a notification. A user has one notification per target, in its latest state. */
export const notificationTargets = {
  talk: (hubNo: number, noteNo: number) => `talk:${hubNo}:${noteNo}`,
  comment: (commentNo: number) => `comment:${commentNo}`,
  /** `day` is YYYY-MM-DD. `commentNo` is NOTE_ITSELF for the note. */
  empathy: (hubNo: number, noteNo: number, commentNo: number, day: string) =>
    `empathy:${hubNo}:${noteNo}:${commentNo}:${day}`,
  /** `day` is YYYY-MM-DD. */
  passage: (hubNo: number, noteNo: number, day: string) => `passage:${hubNo}:${noteNo}:${day}`,
  room: (hubNo: number) => `room:${hubNo}`,
  joined: (hubNo: number, day: string) => `joined:${hubNo}:${day}`,
  opinion: (suggestionNo: number) => `opinion:${suggestionNo}`,
  report: (reportNo: number) => `report:${reportNo}`,
  takenDown: (noteNo: number) => `takenDown:${noteNo}`,
  /** `day` is YYYY-MM-DD. */
  backupFailed: (day: string) => `backupFailed:${day}`,
  device: (device: string, day: string) => `device:${day}:${device}`,
} as const

const notificationSchema = z.object({
  thing: z.string(),
  kind: z.enum(notificationKinds),
  /** The time of the last event; ISO 8601, UTC. */
  at: z.string(),
  /** Not seen yet. */
  isNew: z.boolean(),
  /** The users who caused the notification, the latest first; at most NOTIFICATION_PEOPLE_SHOWN. */
  people: z.array(personSchema),
  /** The number of these users. */
  peopleCount: z.number(),
  /** The number of grouped comments, at most NOTIFICATION_GROUPED_MAX. */
  commentCount: z.number(),
  /** The last of these, or the comment that got a reaction. Absent if there is none. */
  comment: z.object({ commentNo: z.number(), line: z.string() }).optional(),
  note: z.object({ noteNo: z.number(), title: z.string() }).optional(),
  /**
   * `names`: up to NOTIFICATION_PEOPLE_SHOWN other members. `memberCount` includes the viewer. `name`: empty if the hub has none.
   */
  room: z
    .object({ hubNo: z.number(), name: z.string(), names: z.array(z.string()), memberCount: z.number() })
    .optional(),
  opinion: z.object({ suggestionNo: z.number(), line: z.string() }).optional(),
  /** The names of the browser and the system; empty if unknown. */
  device: z.string().optional(),
  /** For a report: whether administrators took action. */
  hasActed: z.boolean().optional(),
  /** For a public link that was taken down: what the administrator wrote. */
  reason: z.string().optional(),
})
export type NotificationView = z.infer<typeof notificationSchema>

/** The number of unseen notifications. Between two counts, the higher revision is right. */
export const notificationCountSchema = z.object({ count: z.number(), revision: z.number() })
export type NotificationCount = z.infer<typeof notificationCountSchema>

const thing = sent(NOTIFICATION_TARGET_MAX)

/** `new`: unseen notifications. `toMe`: mentions, replies and answers to suggestions. */
export const notificationFilters = ['new', 'toMe'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

const isKindToMe: Record<NotificationKind, boolean> = {
  comment: false,
  thread: false,
  reply: true,
  mention: true,
  empathy: false,
  passage: false,
  invited: false,
  joined: false,
  answer: true,
  device: false,
  report: false,
  takenDown: false,
  backupFailed: false,
}

/** The kinds of the `toMe` filter. */
export const kindsToMe: readonly NotificationKind[] = notificationKinds.filter(kind => isKindToMe[kind])

export const getInbox = defineCall({
  method: 'POST',
  path: '/api/inbox/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    "Returns the caller's notifications, newest first, or those after a position. Leaves out what the caller may no " +
    'longer read.',
  request: z.object({
    /** The cursor from the previous page. */
    after: z.object({ at: time, thing }).optional(),
    /** Without it: all. */
    only: z.enum(notificationFilters).optional(),
  }),
  reply: done.extend({
    news: z.array(notificationSchema),
    /** The cursor of the next page; null after the last page. */
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
  summary: 'Returns the number of new notifications.',
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
  summary: 'Marks the notification about a target, such as a hub, as seen. Without one it changes nothing.',
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
  summary: 'Marks the notifications about a thread as seen, up to a comment.',
  request: z.object({
    hubNo: entityNo,
    noteNo: entityNo,
    /** Without it: the note itself. */
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
  summary: 'Marks all notifications as seen up to a time, which is that of the newest one shown.',
  request: z.object({ upTo: time }),
  reply: done,
})
