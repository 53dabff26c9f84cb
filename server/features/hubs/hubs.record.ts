import type { Model } from 'mongoose'
import type { UnreadView } from '#protocol/hubs.ts'
import type { SeenRange } from '#protocol/seen.ts'
import { createBatcher } from '#server/platform/batching.ts'
import { MINUTE_MS } from '#server/platform/durations.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

export interface MemberRecord {
  userNo: number
  /** Shares up to this number are read. */
  readSeq: number
  /** Read ranges above `readSeq`; absent without any. Ranges below it are ignored. */
  seen?: SeenRange[]
  joinedAt: Date
  /** No notifications, and not part of the sum of unread counts; absent otherwise. */
  muted?: boolean
  /** On top of the member's list of hubs; absent otherwise. */
  pinned?: boolean
  /** Joined by an invitation link. */
  cameByLink?: true
}
/** Identifies one membership: a user who returns gets a new one. */
export type MembershipKey = Pick<MemberRecord, 'userNo' | 'joinedAt'>
/** How a membership ends. */
export interface MembershipEnd {
  /** The user may not be added again. */
  declines?: boolean
  /** Removed by another member: invitation links no longer work for the user. */
  expels?: boolean
}

/** A member's report of the shares in view. */
export interface SeenReport {
  userNo: number
  seqs: readonly number[]
  /** The member has opened this note. */
  openedNoteNo?: number
}

/** New read state of a member, by index in `members`. */
export type SeenChange = Pick<MemberRecord, 'readSeq'> & { memberIndex: number; seen: SeenRange[] }

export interface HubRecord {
  hubNo: number
  /** The creator. Absent for old hubs and after the creator has deleted their account. */
  makerNo?: number
  /** Name given by the members; absent while the hub is shown by their names. */
  name?: string
  /** In joining order. */
  members: MemberRecord[]
  /** Sorted member numbers; identifies hubs with the same members. */
  memberKey: string
  /**
   * `memberKey` under a unique index. Absent if the hub has the same members as another one after a member has left.
   */
  uniqueKey?: string
  /** Incremented by every change in the hub. */
  version: number
  /** Incremented by every change that may affect unread counts. */
  revision: number
  /** The highest published share number. */
  lastSeq: number
  lastActivity: Date
  /** Minute of the last activity, for the index. Absent for hubs without activity since the field exists. */
  activeMinute?: Date
  /** The pinned share, which may have been withdrawn since; absent while none is pinned. */
  pinnedSeq?: number
  /** Users who left and may not be added again; absent if there are none. Never shown. */
  declinedNos?: number[]
  /**
   * Users who joined by a link and were removed: links no longer work for them. Absent if there are none; never
   * shown.
   */
  expelledNos?: number[]
}

/** Fields that a member's unread count needs. */
export type Membership = Pick<HubRecord, 'hubNo' | 'revision' | 'lastSeq' | 'members'>

/** Fields that hub search needs. */
export interface HubSearchEntry extends Pick<HubRecord, 'hubNo' | 'name' | 'lastActivity'> {
  /** In joining order. */
  userNos: number[]
}

/** Fields that name the hub to one of its members, with the preferences of that member. */
export interface HubSummary extends Pick<HubRecord, 'hubNo' | 'name' | 'lastActivity'> {
  own: MemberRecord
  /** The first other members in joining order, up to NOTIFICATION_PEOPLE_SHOWN. */
  otherNos: number[]
}

export const hubDocumentSchema = defineSchema<HubRecord>('hubs', {
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
hubDocumentSchema.index({ hubNo: 1 }, { unique: true })
hubDocumentSchema.index({ memberKey: 1 })
hubDocumentSchema.index(
  { uniqueKey: 1 },
  { unique: true, partialFilterExpression: { uniqueKey: { $exists: true } } },
)
// Indexes the minute of the last activity only: each change updates one index entry per member, which would make
// every share in a hub of 200 twice as slow.
hubDocumentSchema.index({ 'members.userNo': 1, activeMinute: -1 })
hubDocumentSchema.index({ declinedNos: 1 }, { sparse: true })
hubDocumentSchema.index({ expelledNos: 1 }, { sparse: true })
hubDocumentSchema.index({ makerNo: 1 }, { sparse: true })

/** Fields to set on activity in the hub. */
export function activityAt(at: Date) {
  return { lastActivity: at, activeMinute: new Date(at.getTime() - (at.getTime() % MINUTE_MS)) }
}

/** Options for updates that return the updated hub. */
export const RETURN_UPDATED = { returnDocument: 'after', projection: { _id: 0 } } as const

export type UnreadEntry = Required<UnreadView>
/** By hub number. */
export type UnreadEntries = ReadonlyMap<number, UnreadEntry>

/** Update that records a new share in the hub. */
export function shareUpdate(seq: number, sharedAt: Date) {
  return { $inc: { version: 1, revision: 1 }, $max: { lastSeq: seq, ...activityAt(sharedAt) } }
}

/** Update that records a new comment in the hub. */
export function commentUpdate(postedAt: Date) {
  return { $inc: { version: 1 }, $max: activityAt(postedAt) }
}

/** Version bumps: every change in a hub gets its own version. */
export function createHubVersionUpdates(hubs: Model<HubRecord>) {
  // Runs on each save of a shared note.
  const stored = hubs.db.collection<HubRecord>('hubs')
  return {
    /** Records a new share if the author is still a member. */
    async recordShare(hubNo: number, authorNo: number, seq: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': authorNo }, shareUpdate(seq, now), RETURN_UPDATED)
        .lean<HubRecord>()
    },
    /** Records a new comment if the writer is still a member. */
    async recordComment(hubNo: number, writerNo: number, now: Date): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo, 'members.userNo': writerNo }, commentUpdate(now), RETURN_UPDATED)
        .lean<HubRecord>()
    },
    async recordWithdrawal(hubNo: number): Promise<HubRecord | null> {
      return hubs
        .findOneAndUpdate({ hubNo }, { $inc: { version: 1, revision: 1 } }, RETURN_UPDATED)
        .lean<HubRecord>()
    },
    /** Bumps the version without affecting unread counts. Concurrent bumps of the same hub are batched. */
    bumpVersion: createBatcher(
      async (hubNo, all) =>
        stored.findOneAndUpdate({ hubNo }, { $inc: { version: all.length } }, RETURN_UPDATED),
      // Each caller gets a version of its own, in call order; the last one gets the stored version.
      (hub, index, batchSize) => hub && { ...hub, version: hub.version - (batchSize - 1) + index },
    ),
  }
}
