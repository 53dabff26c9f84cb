import type { Connection } from 'mongoose'
import { DAY_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** The state of the schedule, one document. */
export interface BackupScheduleRecord {
  _id: 'schedule'
  /** The node run that makes a backup, and until when no other takes over. */
  holder?: string
  takenUntil?: Date
  /** The latest failure; absent after a success. */
  failedAt?: Date
  /** Shown to administrators, without secrets. */
  failure?: string
  /** When administrators were notified of the current failures. */
  notifiedAt?: Date
}

/** A backup that the schedule has made. Only these are ever deleted by it. */
export interface ScheduledBackupRecord {
  name: string
  place: string
  at: Date
  /** Set with the fields below once the stored copy was read back. */
  verifiedAt?: Date
  bytes?: number
  documents?: number
}
export type VerifiedBackup = Required<ScheduledBackupRecord>

const scheduleSchema = defineSchema<BackupScheduleRecord>('backupSchedule', {
  _id: String,
  holder: String,
  takenUntil: Date,
  failedAt: Date,
  failure: String,
  notifiedAt: Date,
})

const backupSchema = defineSchema<ScheduledBackupRecord>('scheduledBackups', {
  name: String,
  place: String,
  at: Date,
  verifiedAt: Date,
  bytes: Number,
  documents: Number,
})
backupSchema.index({ name: 1 }, { unique: true })
backupSchema.index({ at: -1 })

const SCHEDULE = { _id: 'schedule' } as const
/** Records of backups that no longer exist are kept this long. The storage of the schedule may have changed meanwhile. */
export const LOST_RECORD_MS = 60 * DAY_MS

/** Clocks of nodes differ by less. What is further in the future was recorded by a wrong clock. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS
export const latestTime = (now: Date) => new Date(now.getTime() + CLOCK_SKEW_MS)

export function createBackupScheduleRepository(connection: Connection) {
  const schedules = connection.model('BackupSchedule', scheduleSchema)
  const backups = connection.model('ScheduledBackup', backupSchema)
  return {
    async findState(): Promise<BackupScheduleRecord> {
      return (await schedules.findOne(SCHEDULE).lean<BackupScheduleRecord>()) ?? { ...SCHEDULE }
    },
    /** Returns whether no other run holds the lease at `now`. A lease that ends much later than `until` is not valid. */
    async take(holder: string, now: Date, until: Date): Promise<boolean> {
      await schedules.updateOne(SCHEDULE, { $setOnInsert: { takenUntil: now } }, { upsert: true })
      const isFree = [{ takenUntil: { $lte: now } }, { takenUntil: { $gt: latestTime(until) } }]
      const filter = { ...SCHEDULE, $or: isFree }
      const { matchedCount } = await schedules.updateOne(filter, { $set: { holder, takenUntil: until } })
      return matchedCount > 0
    },
    /** Returns whether the run still holds the lease. */
    async renew(holder: string, until: Date): Promise<boolean> {
      const { matchedCount } = await schedules.updateOne(
        { ...SCHEDULE, holder },
        { $set: { takenUntil: until } },
      )
      return matchedCount > 0
    },
    async release(holder: string, now: Date): Promise<void> {
      await schedules.updateOne({ ...SCHEDULE, holder }, { $set: { takenUntil: now }, $unset: { holder: 1 } })
    },
    async setSucceeded(): Promise<void> {
      await schedules.updateOne(SCHEDULE, { $unset: { failedAt: 1, failure: 1, notifiedAt: 1 } })
    },
    async setFailed(failedAt: Date, failure: string): Promise<void> {
      await schedules.updateOne(SCHEDULE, { $set: { failedAt, failure } })
    },
    async setNotified(notifiedAt: Date): Promise<void> {
      await schedules.updateOne(SCHEDULE, { $set: { notifiedAt } })
    },

    async add(backup: ScheduledBackupRecord): Promise<void> {
      await backups.create(backup)
    },
    async setVerified(name: string, found: Pick<VerifiedBackup, 'verifiedAt' | 'bytes' | 'documents'>) {
      await backups.updateOne({ name }, { $set: found })
    },
    async findLatest(now: Date): Promise<VerifiedBackup | null> {
      return backups
        .findOne({ verifiedAt: { $type: 'date' }, at: { $lte: latestTime(now) } }, { _id: 0 })
        .sort({ at: -1 })
        .lean<VerifiedBackup | null>()
    },
    /** All backups, newest first. */
    async findAll(): Promise<ScheduledBackupRecord[]> {
      return backups.find({}, { _id: 0 }).sort({ at: -1 }).lean<ScheduledBackupRecord[]>()
    },
    async remove(name: string): Promise<void> {
      await backups.deleteOne({ name })
    },
  }
}
