import { checkRegData } from '#protocol/accounts.ts'
import { createSuggestion } from '#protocol/agora.ts'
import type { LimitClass } from '#protocol/call.ts'
import { postComment, updateComment } from '#protocol/comments.ts'
import { addMatching, createHub, searchFriends } from '#protocol/hubs.ts'
import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'
import { reportSuggestion, sendReport } from '#protocol/reports.ts'
import { getShareHubs } from '#protocol/shares.ts'
import type { PictureServingLimits } from '#server/features/notePictures/notePictures.serving.ts'
import type { EventLimits } from './live/clientEvents.ts'
import type { GuardLimits } from './live/socketGuard.ts'
import type { BodyLimits } from './platform/body/readBody.ts'
import type { AttemptLimit } from './platform/limits/attempts.ts'
import type { TokenBucketOptions } from './platform/limits/buckets.ts'
import type { CallLimit, CallTurns, ClassLimits } from './platform/limits/rateLimit.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `RATE_LIMIT_SCALE` multiplies every number of this file but those that are for a whole node. */

/**
 * Sized so that a family, or a small class, behind one address never notices; what is told to one account is
 * sized for a person who mistypes, not for a program that guesses.
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
      // Each version of a note that is kept takes room: so a person fills 150 MB a day at the most.
      { by: 'viewer', limit: 10_000, windowMs: DAY_MS, countedBy: 'node' },
    ],
  },
  heavy: {
    rates: [
      { by: 'address', limit: 600, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 60, windowMs: MINUTE_MS, countedBy: 'node' },
    ],
    atOnce: { each: 2, total: 4 },
  },
  /** Somebody who fills the field of 40 signs asks at each key at the most, which Hangul takes 100 of: so never. */
  find: {
    rates: [
      { by: 'address', limit: 3_000, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 300, windowMs: MINUTE_MS, countedBy: 'node' },
    ],
    atOnce: { each: 2, total: 4 },
  },
  /** One after the other for each person: how long one takes grows with what hangs on it, and the same one twice is twice the work. */
  bulk: {
    rates: [
      { by: 'address', limit: 1_200, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 120, windowMs: MINUTE_MS, countedBy: 'node' },
      { by: 'viewer', limit: 5_000, windowMs: DAY_MS, countedBy: 'node' },
    ],
    // Not for all together: a few people with large topics could then keep everybody else from deleting or leaving.
    atOnce: { each: 1, total: Number.POSITIVE_INFINITY },
  },
  /**
   * A place is held until the answer is taken, so it is none of `heavy`: nobody's slow line holds up others' finding. Nor does anybody
   * with many accounts hold up all others who take their notes away.
   */
  download: {
    rates: [{ by: 'viewer', limit: 10, windowMs: HOUR_MS }],
    atOnce: { each: 1, eachAddress: 4, total: 16 },
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
  /** Drawing one takes up to some seconds, and all wait for each other: so each person has one drawn at a time. */
  picture: {
    rates: [
      { by: 'address', limit: 3_000, windowMs: HOUR_MS },
      { by: 'viewer', limit: 300, windowMs: HOUR_MS },
      { by: 'viewer', limit: 1_000, windowMs: DAY_MS },
    ],
    // One is drawn while the next one's turn has come: more would wait there, whoever came meanwhile.
    atOnce: { each: 1, total: 2 },
  },
}

/** Of single calls, beside those of their class. */
export const callLimits: readonly CallLimit[] = [
  { call: checkRegData, by: 'address', limit: 200, windowMs: 15 * MINUTE_MS },
  { call: searchFriends, by: 'address', limit: 150, windowMs: MINUTE_MS },
  { call: searchFriends, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: createHub, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: addMatching, by: 'viewer', limit: 120, windowMs: HOUR_MS },
  { call: makeInvitation, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: joinByInvitation, by: 'viewer', limit: 60, windowMs: HOUR_MS },
  { call: postComment, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  // Each may leave an entry in some inboxes, which take room for months.
  { call: postComment, by: 'viewer', limit: 2_000, windowMs: DAY_MS },
  { call: updateComment, by: 'viewer', limit: 30, windowMs: MINUTE_MS },
  { call: sendReport, by: 'viewer', limit: 20, windowMs: DAY_MS },
  { call: reportSuggestion, by: 'viewer', limit: 20, windowMs: DAY_MS },
  { call: createSuggestion, by: 'address', limit: 60, windowMs: 15 * MINUTE_MS },
  { call: createSuggestion, by: 'viewer', limit: 1, windowMs: MINUTE_MS / 2 },
  { call: createSuggestion, by: 'viewer', limit: 10, windowMs: DAY_MS },
]

/** Of those requests of single calls that bring a certain field. For a node, so not multiplied. */
export const callTurns: readonly CallTurns[] = [
  // The names of all one's rooms and of all their members are looked through.
  { call: getShareHubs, onlyWith: 'query', atOnce: { each: 2, total: 4 } },
]

/**
 * What is taken at a time, for one person (or address, of strangers) and on a node, and how long others wait. Files of members,
 * of strangers whose sign-up is right, and of all others each. For a node, so not multiplied.
 */
export const bodyLimits: BodyLimits = {
  uploads: { each: 4, total: 16, waitMs: 10 * SECOND_MS },
  // 256 KB each, so 5 MB a person. Not for all together: a few people could then keep everybody else from saving.
  bodies: { each: 20, total: Number.POSITIVE_INFINITY, waitMs: 10 * SECOND_MS },
}

/**
 * Of pictures in notes. A school behind one address opens notes with 300 MB of them at once, and then 10 MB a second; it asks for as
 * many, and for as many faces, as it makes calls that read.
 */
export const pictureServing: PictureServingLimits = {
  atOnce: { each: 12, total: 100, waitMs: 10 * SECOND_MS },
  requests: { atOnce: 12_000, aSecond: 200 },
  traffic: { atOnce: 300_000, aSecond: 10_000 },
}

/** How long a heavy call waits for its turn. */
export const HEAVY_WAIT_MS = 10 * SECOND_MS

/** How long a request may take to arrive: its headers, and all of it. */
export const HEADERS_MS = 10 * SECOND_MS
export const REQUEST_MS = 60 * SECOND_MS
/** Of all requests together whose headers are not complete. For a node, so not multiplied. */
export const HEADS_BYTES_MAX = 8 * 1024 * 1024
/** Of one request. An address may hold a text that another app hands over: some 7,000 Korean letters. */
export const HEADERS_BYTES = 64 * 1024

/**
 * How long a connection without a request stays open. Longer than any proxy keeps it (`docs/cluster/`: 60 s): a node that closed one
 * in the moment in which a proxy sends the next request over it would make a 502 of that.
 */
export const IDLE_CONNECTION_MS = 75 * SECOND_MS

/** What features count by themselves, since it depends on the outcome, or on whose account is meant from where. */
export const attemptLimits = {
  /** Failed sign-ins of one account from one address, or from one device that has signed in to it before. */
  signInHere: { limit: 10, windowMs: 15 * MINUTE_MS },
  /** Failed ones from one address, whichever the accounts; a school is one address. */
  signInFromAddress: { limit: 300, windowMs: 15 * MINUTE_MS },
  /** Failed ones of one account from all addresses that are new to it. Beyond it tries are not refused but wait. */
  signInOfAccount: { limit: 100, windowMs: 15 * MINUTE_MS },
  /** Temporary passwords asked for one account from one address. */
  resetHere: { limit: 3, windowMs: 15 * MINUTE_MS },
  /** Mails to one account that a new device has signed in. */
  newDeviceMail: { limit: 5, windowMs: HOUR_MS },
  /** Searches of one person's that had to be broken off: each has kept the database busy for seconds. */
  slowSearch: { limit: 5, windowMs: 15 * MINUTE_MS },
  /** Links to one account that confirm its e-mail. */
  confirmationMail: { limit: 3, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>
export type AttemptName = keyof typeof attemptLimits

/**
 * HTTP connections of an address that may be cut off for flooding. Before it is cut off, each takes the 64 KB that came in one
 * piece: some 50 ms.
 */
export const connectionFloods: TokenBucketOptions = { atOnce: 3, aSecond: 0.5 }

/**
 * What sockets may do, counted by each node for itself. A school, or all customers of a carrier, may be one address: after
 * a node's death 5,000 tabs come back through it within seconds. A person may have 50 tabs that come back as one.
 */
export const socketLimits = {
  unauthenticatedTimeoutMs: 5 * SECOND_MS,
  upgrades: { everyMs: 3, waitingMax: 1_000 },
  ceilings: { person: 50, addressWithoutToken: 500, addressWithToken: 5_000 },
  /** A school class that looks at the agora together, each with a few tabs. More are refused until some go. */
  agoraVisitorsAnAddress: 100,
  traffic: {
    withoutToken: {
      connection: { atOnce: 80, aSecond: 5 },
      address: { atOnce: 20_000, aSecond: 1_000 },
    },
    withToken: {
      person: { atOnce: 500, aSecond: 50 },
      address: { atOnce: 40_000, aSecond: 4_000 },
    },
  },
  // A burst that a slow phone still catches up with; beyond it fetching anew is quicker.
  untaken: { packets: 500, bytes: 1024 * 1024 },
  floods: { person: { atOnce: 3, aSecond: 0.1 }, address: { atOnce: 10, aSecond: 0.5 } },
  events: {
    presence: {
      person: { atOnce: 150, aSecond: 10 },
      address: { atOnce: 15_000, aSecond: 1_000 },
      excess: 'ends',
    },
    composing: {
      person: { atOnce: 1, aSecond: SECOND_MS / (COMPOSING_PERIOD_MS / 2) },
      address: { atOnce: 1_000, aSecond: 500 },
      excess: 'unheard',
    },
  },
} as const satisfies GuardLimits & { agoraVisitorsAnAddress: number; events: EventLimits }
