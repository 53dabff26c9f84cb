import type { SeenRange } from '#protocol/seen.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export interface MemberRecord {
  userNo: number
  /** Shares up to this number are read. */
  readSeq: number
  /** Those above it that are read, too; absent without any. What lies below it counts for nothing. */
  seen?: SeenRange[]
  joinedAt: Date
  /** Their sum of unread notes leaves the hub out, and what is told of it keeps silent; absent otherwise. */
  muted?: boolean
  /** It stands on top of their list of hubs; absent otherwise. */
  pinned?: boolean
  /** By an invitation link, as their own act. */
  cameByLink?: true
}
/** One membership: who leaves and is taken in again has another one. */
export type MembershipKey = Pick<MemberRecord, 'userNo' | 'joinedAt'>
/** How it ends. */
export interface MembershipEnd {
  /** Its user may not be added to the hub again. */
  declines?: boolean
  /** Another member ended it: no link leads its user in again. */
  expels?: boolean
}
/** What a member has seen by now, by their place among the members. */
export type SeenChange = Pick<MemberRecord, 'readSeq'> & { place: number; seen: SeenRange[] }

export interface HubRecord {
  hubNo: number
  /** Absent for hubs from before it was kept, and of those whose makers have withdrawn their accounts. */
  makerNo?: number
  /** What its members call it; absent while they call it by their names. */
  name?: string
  /** In joining order. */
  members: MemberRecord[]
  /** Sorted member numbers: what the same-members rule compares. */
  memberKey: string
  /** The memberKey under a unique index; absent when a hub came to equal another by somebody's leaving. */
  uniqueKey?: string
  /** One more with each thing that happens in the hub. */
  version: number
  /** One more with each thing that may change an unread number. */
  revision: number
  /** The highest share number that has been announced. */
  lastSeq: number
  lastActivity: Date
  /** The minute of it, by which those that were active last are found; absent for hubs in which nothing happened since it is kept. */
  activeMinute?: Date
  /** The share that is pinned; absent while none is. It may have been withdrawn since. */
  pinnedSeq?: number
  /** Who left and may not be added again; absent while nobody is. Shown to nobody. */
  declinedNos?: number[]
  /** Who came by a link and was taken out: no link leads them in again. Absent while nobody is; shown to nobody. */
  expelledNos?: number[]
}

/** As much of a hub as one member's unread number needs. */
export type Membership = Pick<HubRecord, 'hubNo' | 'revision' | 'lastSeq' | 'members'>

/** As much of a hub as it is looked for by. */
export interface HubSearchEntry extends Pick<HubRecord, 'hubNo' | 'name' | 'lastActivity'> {
  /** Of its members, in joining order. */
  userNos: number[]
}

/** As much of a hub as names it to one of its members, and how they stand to it. */
export interface HubSummary extends Pick<HubRecord, 'hubNo' | 'name' | 'lastActivity'> {
  own: MemberRecord
  /** The first of the others in it, in joining order; no more than NEWS_PEOPLE_SHOWN. */
  otherNos: number[]
}

export const hubSchema = defineSchema<HubRecord>('hubs', {
  hubNo: Number,
  makerNo: Number,
  name: String,
  members: [
    {
      userNo: Number,
      readSeq: Number,
      seen: [{ from: Number, to: Number }],
      joinedAt: Date,
      muted: Boolean,
      pinned: Boolean,
      cameByLink: Boolean,
    },
  ],
  memberKey: String,
  uniqueKey: String,
  version: Number,
  revision: Number,
  lastSeq: Number,
  lastActivity: Date,
  activeMinute: Date,
  pinnedSeq: Number,
  declinedNos: [Number],
  expelledNos: [Number],
})
hubSchema.index({ hubNo: 1 }, { unique: true })
hubSchema.index({ memberKey: 1 })
hubSchema.index({ uniqueKey: 1 }, { unique: true, partialFilterExpression: { uniqueKey: { $exists: true } } })
// With the minute alone of what happened last: it is moved for every member, which at every share makes counting one in a room of 200
// twice as slow.
hubSchema.index({ 'members.userNo': 1, activeMinute: -1 })
hubSchema.index({ declinedNos: 1 }, { sparse: true })
hubSchema.index({ expelledNos: 1 }, { sparse: true })
hubSchema.index({ makerNo: 1 }, { sparse: true })

const MINUTE_MS = 60_000

/** What a hub stores when something happens in it. */
export function activityAt(at: Date) {
  return { lastActivity: at, activeMinute: new Date(at.getTime() - (at.getTime() % MINUTE_MS)) }
}

/** What changes a hub gives it as it is then. */
export const AFTER = { returnDocument: 'after', projection: { _id: 0 } } as const
