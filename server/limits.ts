import { checkRegData } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { LimitClass } from '#protocol/call.ts'
import { postComment, updateComment } from '#protocol/comments.ts'
import { addMatching, createHub, searchFriends } from '#protocol/hubs.ts'
import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'
import { highlightPassage } from '#protocol/passages.ts'
import { reportSuggestion, sendReport } from '#protocol/reports.ts'
import { getShareHubs } from '#protocol/shares.ts'
import type { EventLimits } from './live/clientEvents.ts'
import type { GuardLimits } from './live/socketGuard.ts'
import type { BodyLimits } from './platform/body/readBody.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './platform/durations.ts'
import type { ConcurrencyOptions, UserConcurrencyOptions } from './platform/limits/concurrency.ts'
import type { TokenBucketOptions } from './platform/limits/keyedLimits.ts'
import type {
  AttemptLimit,
  CallConcurrency,
  CallLimit,
  ClassLimits,
  RateLimit,
} from './platform/limits/rateLimit.ts'

/** `RATE_LIMIT_SCALE` multiplies every number in this file except the per-node ones. */

/**
 * Sized so that a family or a small class behind one address never notices. Limits per account allow for a person who
 * mistypes, not for a program that guesses.
 */
export const classLimits: Readonly<Record<LimitClass, ClassLimits>> = {
  read: {
    rates: [
      { by: 'address', limit: 12_000, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 1_200, windowMs: MINUTE_MS, countedBy: 'node' },
    ],
  },
  write: {
    rates: [
      { by: 'address', limit: 3_000, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 300, windowMs: MINUTE_MS, countedBy: 'node' },
      // Saved versions use disk space; this bounds a user to 150 MB a day.
      { by: 'viewer', limit: 10_000, windowMs: DAY_MS, countedBy: 'node' },
    ],
  },
  heavy: {
    rates: [
      { by: 'address', limit: 600, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 60, windowMs: MINUTE_MS, countedBy: 'node' },
    ],
    concurrency: { perKey: 2, total: 4 },
  },
  /** Search-as-you-type sends at most one call per key; typing 40 Hangul characters takes about 100 keys. */
  find: {
    rates: [
      { by: 'address', limit: 3_000, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 300, windowMs: MINUTE_MS, countedBy: 'node' },
    ],
    concurrency: { perKey: 2, total: 4 },
  },
  /**
   * One at a time per user: the duration grows with the size of the data, and running the same call twice doubles the
   * work.
   */
  bulk: {
    rates: [
      { by: 'address', limit: 1_200, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 120, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 5_000, windowMs: DAY_MS, countedBy: 'node' },
    ],
    // No total limit: a few users with large topics could block everybody else's deletions.
    concurrency: { perKey: 1, total: Number.POSITIVE_INFINITY },
  },
  /**
   * A download holds its slot until the response has been read, so downloads do not share slots with `heavy`. The limit
   * per address keeps one person with many accounts from taking all slots.
   */
  download: {
    rates: [{ by: 'viewer', limit: 10, windowMs: HOUR_MS }],
    concurrency: { perKey: 1, perAddress: 4, total: 16 },
  },
  lookUp: { rates: [{ by: 'address', limit: 300, windowMs: MINUTE_MS }] },
  signUp: { rates: [{ by: 'address', limit: 50, windowMs: HOUR_MS }] },
  signIn: { rates: [{ by: 'address', limit: 1_000, windowMs: 15 * MINUTE_MS }] },
  proof: { rates: [{ by: 'viewer', limit: 10, windowMs: 15 * MINUTE_MS }] },
  mail: { rates: [{ by: 'address', limit: 20, windowMs: HOUR_MS }] },
  upload: {
    rates: [
      { by: 'address', limit: 600, windowMs: HOUR_MS },
      { by: 'viewer', limit: 30, windowMs: HOUR_MS },
    ],
  },
  /** Processing a picture takes up to some seconds, so each user processes one at a time. */
  picture: {
    rates: [
      { by: 'address', limit: 3_000, windowMs: HOUR_MS },
      { by: 'viewer', limit: 300, windowMs: HOUR_MS },
      { by: 'viewer', limit: 1_000, windowMs: DAY_MS },
    ],
    // One is processed while the next one uploads; more would only queue up.
    concurrency: { perKey: 1, total: 2 },
  },
}

/** Limits of single calls, in addition to those of their class. */
export const callLimits: readonly CallLimit[] = [
  { call: checkRegData, by: 'address', limit: 200, windowMs: 15 * MINUTE_MS },
  { call: searchFriends, by: 'address', limit: 150, windowMs: MINUTE_MS },
  { call: searchFriends, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: createHub, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: addMatching, by: 'viewer', limit: 120, windowMs: HOUR_MS },
  { call: makeInvitation, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: joinByInvitation, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: postComment, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  // Each comment may create inbox entries, which are stored for months.
  { call: postComment, by: 'viewer', limit: 2_000, windowMs: DAY_MS },
  { call: updateComment, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: highlightPassage, by: 'viewer', limit: 60, windowMs: MINUTE_MS },
  { call: highlightPassage, by: 'viewer', limit: 2_000, windowMs: DAY_MS },
  { call: sendReport, by: 'viewer', limit: 20, windowMs: DAY_MS },
  { call: reportSuggestion, by: 'viewer', limit: 20, windowMs: DAY_MS },
  { call: createSuggestion, by: 'address', limit: 60, windowMs: 15 * MINUTE_MS },
  { call: createSuggestion, by: 'viewer', limit: 1, windowMs: MINUTE_MS / 2 },
  { call: createSuggestion, by: 'viewer', limit: 10, windowMs: DAY_MS },
]

/** Limits of all API tokens of a user together, in addition to those of classes and calls. */
export const apiTokenLimits: readonly RateLimit[] = [
  { by: 'viewer', limit: 300, windowMs: MINUTE_MS },
  { by: 'viewer', limit: 20_000, windowMs: DAY_MS },
]

/** Concurrency limits for requests that contain a certain field. Per node, so not multiplied. */
export const callConcurrency: readonly CallConcurrency[] = [
  // Such a request scans the names of all the user's rooms and of their members.
  { call: getShareHubs, onlyWith: 'query', concurrency: { perKey: 2, total: 4 } },
]

/**
 * Concurrency limit of a user's reads without a limit of their own or of their class: hundreds at once would keep a node and all its
 * database connections busy. As many as a browser sends; tabs that reconnect together wait. Per node, so not multiplied.
 */
export const readConcurrency: UserConcurrencyOptions = { perUser: 6, waitingMax: 300 }

/**
 * Kilobytes of what a user reads, per node. Reading them from the database takes about 40 ms per megabyte. The longest thread with its
 * passages takes 4 MB, a usual screen 50 KB.
 */
export const readTraffic: TokenBucketOptions = { burst: 16_000, perSecond: 1_000 }

/**
 * How many request bodies are read at a time per user (or per address without a session) and per node, and how long
 * others wait. Uploads are limited separately for members, for visitors with a valid sign-up form, and for everybody
 * else. Per node, so not multiplied.
 */
export const bodyLimits: BodyLimits = {
  uploads: { perKey: 4, total: 16, waitMs: 10 * SECOND_MS },
  // 256 KB each, so 5 MB per user. No total limit: a few users could block everybody else's saves.
  bodies: { perKey: 20, total: Number.POSITIVE_INFINITY, waitMs: 10 * SECOND_MS },
}

export interface PictureServingLimits {
  /** Concurrent downloads, per address and per node; each is in memory until it is sent. */
  atOnce: ConcurrencyOptions
  /** Requests per address and node, including profile pictures; each costs a database query. */
  requests: TokenBucketOptions
  /** Kilobytes per address and node. */
  traffic: TokenBucketOptions
}

/**
 * Limits for pictures in notes. They allow a school behind one address to open notes with 300 MB of pictures at once
 * and 10 MB a second after that, and as many requests as its read calls.
 */
export const pictureServing: PictureServingLimits = {
  atOnce: { perKey: 12, total: 100, waitMs: 10 * SECOND_MS },
  requests: { burst: 12_000, perSecond: 200 },
  traffic: { burst: 300_000, perSecond: 10_000 },
}

export interface VisitorPageLimits {
  /** Requests per address and node; each costs two database queries. */
  requests: TokenBucketOptions
  /** Renderings of new versions per author and node. */
  renderings: TokenBucketOptions
  /** Milliseconds of rendering them, per author and node: one takes up to half a second. */
  renderingTime: TokenBucketOptions
  /** Invalid reports per address and node; each is answered with a rendering of its own. */
  rejectedForms: TokenBucketOptions
  /** What a visitor who asked too often is told to wait. */
  retryAfterS: number
}

/** Limits for the public pages of notes. They allow a school behind one address to open a note at once. */
export const visitorPages: VisitorPageLimits = {
  requests: { burst: 1_200, perSecond: 20 },
  renderings: { burst: 60, perSecond: 0.5 },
  renderingTime: { burst: 5_000, perSecond: 50 },
  rejectedForms: { burst: 30, perSecond: 0.2 },
  retryAfterS: 5,
}

export interface FeedLimits {
  /** Requests per address and node; each costs up to seven database queries. */
  requests: TokenBucketOptions
  retryAfterMs: number
}

/** Limits for Atom feeds. One feed reader fetches for many people from one address. */
export const feeds: FeedLimits = { requests: { burst: 600, perSecond: 5 }, retryAfterMs: 5 * SECOND_MS }

/**
 * Milliseconds per user and node that opening documents may take. One takes a few; hundreds, if its insertions were crafted to be compared
 * with each other.
 */
export const documentTime: TokenBucketOptions = { burst: 3_000, perSecond: 100 }

/**
 * Milliseconds per user and node that reading notes may take to verify passages. One takes a few; thousands, if the parts of a long series
 * were crafted for it.
 */
export const passageTime: TokenBucketOptions = { burst: 3_000, perSecond: 100 }

export interface MailPageLimits {
  /** Requests per address and node; each costs up to two database queries. */
  requests: TokenBucketOptions
  retryAfterMs: number
}

/** Limits for unsubscribe addresses and reports of mail services. A mail provider unsubscribes for many people from one address. */
export const mailPages: MailPageLimits = {
  requests: { burst: 600, perSecond: 5 },
  retryAfterMs: 5 * SECOND_MS,
}

/** How long a heavy call waits for a free slot. */
export const HEAVY_WAIT_MS = 10 * SECOND_MS

/** How long the headers, and the whole request, may take to arrive. */
export const HEADERS_MS = 10 * SECOND_MS
export const REQUEST_MS = 60 * SECOND_MS
/** Total size of incomplete request heads. Per node, so not multiplied. */
export const HEADS_BYTES_MAX = 8 * 1024 * 1024
/** Header size of one request. The URL may contain a text shared from another app: some 7,000 Korean characters. */
export const HEADERS_BYTES = 64 * 1024

/**
 * Keep-alive timeout. It must exceed the proxy's own (60 s in `docs/cluster/`): if the node closed a connection just as
 * the proxy sent a request, the proxy would answer 502.
 */
export const IDLE_CONNECTION_MS = 75 * SECOND_MS

/** Attempts that features count themselves, because the limit depends on the outcome or on the account. */
export const attemptLimits = {
  /** Failed sign-ins per account and address, or per account and known device. */
  signInHere: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Failed sign-ins per address over all accounts; a school may be one address. */
  signInFromAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  /** Failed sign-ins per account from unknown addresses. Beyond it, attempts are delayed instead of rejected. */
  signInOfAccount: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Temporary password requests per account and address. */
  resetHere: { limit: 3, windowMs: 15 * MINUTE_MS },
  /** New-device mails per account. */
  newDeviceMail: { limit: 5, windowMs: HOUR_MS },
  /** New-device mails to an address, which may belong to somebody else until it is confirmed. */
  newDeviceMailDaily: { limit: 20, windowMs: DAY_MS },
  /** Searches per user that hit the time limit; each has kept the database busy for seconds. */
  slowSearch: { limit: 5, windowMs: 15 * MINUTE_MS },
  /** Reports of public notes by visitors, per address. */
  publicReport: { limit: 5, windowMs: HOUR_MS },
  /** Responses of OpenID Connect providers per address; each may cause requests to the provider. */
  oidcResponse: { limit: 300, windowMs: 15 * MINUTE_MS },
  /** Confirmation mails per account. */
  confirmationMail: { limit: 3, windowMs: 15 * MINUTE_MS },
  /** Confirmation mails to an address, whose owner may not have asked for any; also over accounts that were deleted. */
  confirmationMailDaily: { limit: 10, windowMs: DAY_MS },
} as const satisfies Record<string, AttemptLimit>
export type AttemptName = keyof typeof attemptLimits

/**
 * HTTP connections per address that may be closed for flooding. Each takes about 50 ms of parsing (64 KB in one chunk)
 * before it is closed.
 */
export const connectionFloods: TokenBucketOptions = { burst: 3, perSecond: 0.5 }

/**
 * Socket limits, counted per node. A school, or all customers of a carrier, may share one address: after a node dies,
 * 5,000 tabs reconnect through it within seconds. One user may have 50 tabs that reconnect at once.
 */
export const socketLimits = {
  unauthenticatedTimeoutMs: 5 * SECOND_MS,
  upgrades: { everyMs: 3, waitingMax: 1_000 },
  maxSockets: { user: 50, addressWithoutToken: 500, addressWithToken: 5_000 },
  /** Allows a school class in the agora, with a few tabs each. More are rejected until some close. */
  agoraVisitorsPerAddress: 100,
  traffic: {
    withoutToken: {
      connection: { burst: 80, perSecond: 5 },
      address: { burst: 20_000, perSecond: 1_000 },
    },
    withToken: {
      user: { burst: 1_000, perSecond: 100 },
      address: { burst: 40_000, perSecond: 4_000 },
    },
  },
  // A slow phone can still catch up with this much; beyond it, refetching is faster.
  sendBuffer: { packets: 500, bytes: 1024 * 1024 },
  floods: { user: { burst: 3, perSecond: 0.1 }, address: { burst: 10, perSecond: 0.5 } },
  events: {
    presence: {
      user: { burst: 150, perSecond: 10 },
      address: { burst: 15_000, perSecond: 1_000 },
      excess: 'disconnect',
    },
    composing: {
      user: { burst: 1, perSecond: SECOND_MS / (COMPOSING_PERIOD_MS / 2) },
      address: { burst: 1_000, perSecond: 500 },
      excess: 'ignore',
    },
    documents: {
      user: { burst: 150, perSecond: 5 },
      address: { burst: 15_000, perSecond: 500 },
      excess: 'ignore',
    },
    carets: {
      user: { burst: 60, perSecond: 15 },
      address: { burst: 10_000, perSecond: 1_000 },
      excess: 'ignore',
    },
    // A client sends the next update once the last one is acknowledged.
    edits: {
      user: { burst: 300, perSecond: 40 },
      address: { burst: 15_000, perSecond: 1_500 },
      excess: 'ignore',
    },
  },
} as const satisfies GuardLimits & { agoraVisitorsPerAddress: number; events: EventLimits }
