import { defineCall } from './call.ts'
import { done, entityNo, flag, rejection, sent } from './fields.ts'
import type { NotificationKind } from './inbox.ts'
import { PUSH_ROOMS_OFF_MAX } from './limits.ts'
import { z } from './schema.ts'

/**
 * What a device can be told of while nobody looks: new notes of rooms, and what 소식 tells, in kinds that are chosen together.
 * `toMe`: what was said to somebody, by a call or an answer.
 */
export const pushKinds = ['note', 'toMe', 'comment', 'empathy', 'invited', 'answer', 'device'] as const
export type PushKind = (typeof pushKinds)[number]

export const pushKindOf: Record<NotificationKind, PushKind> = {
  comment: 'comment',
  thread: 'comment',
  reply: 'toMe',
  mention: 'toMe',
  empathy: 'empathy',
  invited: 'invited',
  joined: 'invited',
  answer: 'answer',
  device: 'device',
  // Of administrators, too.
  report: 'answer',
}

/** What a push holds, as the service worker reads it. */
export const pushMessage = z.object({
  /** Whose it is: nobody else's device shows it. */
  userNo: z.number(),
  /** A later one takes the place of an earlier one with the same. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** Within the product, beginning with a stroke. */
  path: z.string(),
})
export type PushMessage = z.infer<typeof pushMessage>

/** Full hours of a day, from 0. */
const hour = z.number().int().min(0).max(23)

/** What one device is told of. */
const pushChoices = z.object({
  kinds: z.array(z.enum(pushKinds)).max(pushKinds.length),
  /** From which hour to which nothing is told, at the device's place; null: never. It may go over midnight. */
  quiet: z
    .object({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  /** Names, titles and the beginnings of comments are shown on the locked screen, too. */
  showsText: flag,
  /** Rooms of which it is told nothing but what was said to its owner by name. */
  offHubNos: z.array(entityNo).max(PUSH_ROOMS_OFF_MAX),
})
export type PushChoices = z.output<typeof pushChoices>

/** What is proposed. */
export const FIRST_CHOICES: PushChoices = {
  kinds: ['note', 'toMe', 'comment', 'invited', 'answer', 'device'],
  quiet: { from: 22, to: 8 },
  showsText: false,
  offHubNos: [],
}

/** In characters; those of browsers have a few hundred. */
const ENDPOINT_MAX = 1_000
const ZONE_MAX = 64

/** An uncompressed point of P-256, and 16 random bytes, in base64url. */
const POINT = /^B[A-P][\w-]{85}$/
const SECRET = /^[\w-]{22}$/
const POINT_LENGTH = 87
const SECRET_LENGTH = 22

const pushRoom = z.object({
  hubNo: z.number(),
  /** Empty when it has none. */
  name: z.string(),
  /** Of the others in it, no more than NEWS_PEOPLE_SHOWN. */
  names: z.array(z.string()),
  /** By its owner, everywhere: of it nothing is told but calls. */
  isMuted: z.boolean(),
})
export type PushRoom = z.infer<typeof pushRoom>

export const getPush = defineCall({
  method: 'POST',
  path: '/api/push/get',
  access: 'member',
  limit: 'heavy',
  encoding: 'json',
  summary: 'Whether this device is told of news while nobody looks, of which, and of which it could be.',
  request: z.object({}),
  reply: done.extend({
    /** By which the server shows push services who it is: for `PushManager.subscribe`. */
    key: z.string(),
    /** Only a device that stays signed in can be told. */
    stays: z.boolean(),
    /** Null while it is off. */
    choices: pushChoices.nullable(),
    /** One's own, where something happened last first. */
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
    'Has this device told of news by the push service of its browser. Refused where it does not stay signed in.',
  request: z.object({
    endpoint: sent(ENDPOINT_MAX).pipe(z.url({ protocol: /^https$/ })),
    p256dh: sent(POINT_LENGTH).regex(POINT),
    auth: sent(SECRET_LENGTH).regex(SECRET),
    /** Where the device is, such as Asia/Seoul. */
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
  summary: 'Chooses what this device is told of. Refused while it is told of nothing.',
  request: pushChoices,
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const endPush = defineCall({
  method: 'POST',
  path: '/api/push/end',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Has this device told of nothing any more.',
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
