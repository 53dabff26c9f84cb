import { MAIL_DELAY_MS, MAIL_HOUR } from '#protocol/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { dayOf, startOfDay } from '#server/platform/seoulDays.ts'
import type { PlannedSlot } from './mailPreferences.repository.ts'

/** Events within this time are mailed together. */
const SOON_PERIOD_MS = 5 * MINUTE_MS
/** A mail that could not be sent for this long is given up. */
export const MAIL_LATE_MS = 3 * DAY_MS
/** How long a plan is kept that sent nothing. */
const PLAN_KEPT_MS = 7 * DAY_MS
const WEEK_MS = 7 * DAY_MS
/** 5 January 1970, in Seoul. */
const FIRST_MONDAY = startOfDay('1970-01-05').getTime()

/** The mail about an event that is sent if it stays unseen. */
export function soonSlot(at: Date): PlannedSlot {
  const from = Math.floor(at.getTime() / SOON_PERIOD_MS) * SOON_PERIOD_MS
  const until = from + SOON_PERIOD_MS
  return slotOf(`soon:${new Date(from).toISOString()}`, { from, until, dueAt: until + MAIL_DELAY_MS })
}

/** The next daily mail after an event. */
export function dailySlot(at: Date): PlannedSlot {
  const hour = startOfDay(dayOf(at)).getTime() + MAIL_HOUR * HOUR_MS
  const dueAt = hour > at.getTime() ? hour : hour + DAY_MS
  return slotOf(`daily:${dayOf(new Date(dueAt))}`, { from: dueAt - DAY_MS, until: dueAt, dueAt })
}

/** The next weekly mail after an event, on a Monday. */
export function weeklySlot(at: Date): PlannedSlot {
  const sinceFirst = at.getTime() - FIRST_MONDAY - MAIL_HOUR * HOUR_MS
  const dueAt = FIRST_MONDAY + MAIL_HOUR * HOUR_MS + (Math.floor(sinceFirst / WEEK_MS) + 1) * WEEK_MS
  return slotOf(`weekly:${dayOf(new Date(dueAt))}`, { from: dueAt - WEEK_MS, until: dueAt, dueAt })
}

/** The next weekly digest of a room after an event. */
export function digestSlot(at: Date, hubNo: number): PlannedSlot {
  const weekly = weeklySlot(at)
  return { ...weekly, slot: `digest:${hubNo}:${dayOf(weekly.until)}` }
}

function slotOf(
  slot: string,
  { from, until, dueAt }: { from: number; until: number; dueAt: number },
): PlannedSlot {
  return {
    slot,
    from: new Date(from),
    until: new Date(until),
    dueAt: new Date(dueAt),
    expiresAt: new Date(dueAt + PLAN_KEPT_MS),
  }
}
