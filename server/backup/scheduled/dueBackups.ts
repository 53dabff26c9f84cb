import { HOUR_MS } from '#server/platform/durations.ts'

/** 03:00 in Seoul, when few people write. */
const ANCHOR_MS = 18 * HOUR_MS
const RETRY_MS = HOUR_MS

interface BackupTimes {
  everyMs: number
  /** Start of the latest verified backup; null without one. */
  lastAt: Date | null
  failedAt: Date | undefined
}

/**
 * Whether the next backup is due: the first at once, then one per period. Periods are counted from 03:00 in Seoul, so that the time
 * of day does not drift. A failed backup is repeated an hour later.
 */
export function isBackupDue({ everyMs, lastAt, failedAt }: BackupTimes, now: Date): boolean {
  // A wrong clock may have recorded a failure in the future.
  if (failedAt !== undefined && Math.abs(now.getTime() - failedAt.getTime()) < RETRY_MS) return false
  const periodOf = (at: Date) => Math.floor((at.getTime() - ANCHOR_MS) / everyMs)
  return lastAt === null || periodOf(now) > periodOf(lastAt)
}
