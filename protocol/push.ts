import { defineCall } from './call.ts'
import { done, entityNo, flag, rejection, sent } from './fields.ts'
import type { NotificationKind } from './inbox.ts'
import { PUSH_ROOMS_OFF_MAX } from './limits.ts'
import { z } from './schema.ts'

/**
 * Kinds of push notifications that are configured together: new notes of hubs, and notifications of the inbox. `toMe`: mentions
 * and replies.
 */
export const pushKinds = ['note', 'toMe', 'comment', 'empathy', 'invited', 'answer', 'device'] as const
export type PushKind = (typeof pushKinds)[number]

export const pushKindOf: Record<NotificationKind, PushKind> = {
  comment: 'comment',
  thread: 'comment',
  reply: 'toMe',
  mention: 'toMe',
  empathy: 'empathy',
  passage: 'empathy',
  invited: 'invited',
  joined: 'invited',
  answer: 'answer',
  device: 'device',
  // For administrators
  report: 'answer',
  takenDown: 'answer',
  backupFailed: 'answer',
}

/** The payload of a push, which the service worker reads. */
export const pushMessage = z.object({
  /** The recipient. The device does not show pushes of other users. */
  userNo: z.number(),
  /** A later push replaces an earlier one with the same tag. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of the app that begins with a slash. */
  path: z.string(),
})
export type PushMessage = z.infer<typeof pushMessage>

/** Full hours of a day, from 0. */
const hour = z.number().int().min(0).max(23)

/** The push settings of a device. */
const pushChoices = z.object({
  kinds: z.array(z.enum(pushKinds)).max(pushKinds.length),
  /** Quiet hours in the time zone of the device; null for none. They may include midnight. */
  quiet: z
    .object({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  /** Shows names, titles and the beginnings of comments on the lock screen. */
  showsText: flag,
  /** Hubs of which the device shows only mentions. */
  offHubNos: z.array(entityNo).max(PUSH_ROOMS_OFF_MAX),
})
export type PushChoices = z.output<typeof pushChoices>

/** The default settings. */
export const FIRST_CHOICES: PushChoices = {
  kinds: ['note', 'toMe', 'comment', 'invited', 'answer', 'device'],
  quiet: { from: 22, to: 8 },
  showsText: false,
  offHubNos: [],
}

/** In characters; endpoints of browsers have a few hundred. */
const ENDPOINT_MAX = 1_000
const ZONE_MAX = 64

/** An uncompressed P-256 point, and 16 random bytes, in base64url. */
const POINT = /^B[A-P][\w-]{85}$/
const SECRET = /^[\w-]{22}$/
const POINT_LENGTH = 87
const SECRET_LENGTH = 22

const pushRoom = z.object({
  hubNo: z.number(),
  /** Empty if the hub has none. */
  name: z.string(),
  /** The names of other members, at most NOTIFICATION_PEOPLE_SHOWN. */
  names: z.array(z.string()),
  /** Muted by the user on all devices: only mentions are pushed. */
  isMuted: z.boolean(),
})
export type PushRoom = z.infer<typeof pushRoom>

export const getPush = defineCall({
  method: 'POST',
  path: '/api/push/get',
  access: 'member',
  limit: 'heavy',
  encoding: 'json',
  summary:
    'Returns whether push notifications are on for this device, and which kinds are chosen and available.',
  request: z.object({}),
  reply: done.extend({
    /** The public VAPID key, for `PushManager.subscribe`. */
    key: z.string(),
    /** Push needs a remembered session. */
    stays: z.boolean(),
    /** Null if push is off. */
    choices: pushChoices.nullable(),
    /** The hubs of the user, the last active one first. */
    rooms: z.array(pushRoom),
  }),
})
export type PushView = z.infer<typeof getPush.reply>

export const subscribePush = defineCall({
  method: 'POST',
  path: '/api/push/subscribe',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Subscribes this device to push notifications through the push service of its browser. Rejected without "remember ' +
    'me".',
  request: z.object({
    endpoint: sent(ENDPOINT_MAX).pipe(z.url({ protocol: /^https$/ })),
    p256dh: sent(POINT_LENGTH).regex(POINT),
    auth: sent(SECRET_LENGTH).regex(SECRET),
    /** The time zone of the device, such as Asia/Seoul. */
    timeZone: sent(ZONE_MAX).refine(isTimeZone),
  }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const choosePush = defineCall({
  method: 'POST',
  path: '/api/push/choose',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Chooses the kinds of push notifications of this device. Rejected without a subscription.',
  request: pushChoices,
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const endPush = defineCall({
  method: 'POST',
  path: '/api/push/end',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Unsubscribes this device from push notifications.',
  request: z.object({}),
  reply: done,
})

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: name })
    return true
  } catch {
    return false
  }
}
