import { DROPPED_PICTURE_MS, UNUSED_PICTURE_MS } from '#protocol/limits.ts'

/** Whether notes reference a picture, as far as known. */
export interface ReferenceState {
  /** When the first check found no reference; absent while there is one. */
  unheldSince?: Date
  /** The picture was referenced before. */
  wasHeld?: true
  /** Time of the next check. */
  checkAt: Date
}

/** Interval of reference checks. */
const CHECK_PERIOD_MS = 6 * 60 * 60 * 1000

/** State of a new picture. */
export function initialReferenceState(now: Date): ReferenceState {
  return { unheldSince: now, checkAt: nextCheck(now) }
}

/** State after a check; null if the picture has been unreferenced for too long. */
export function referenceStateAfterCheck(
  { unheldSince, wasHeld }: ReferenceState,
  isReferenced: boolean,
  now: Date,
): ReferenceState | null {
  if (isReferenced) return { wasHeld: true, checkAt: nextCheck(now) }
  const since = unheldSince ?? now
  const keptUntil = since.getTime() + (wasHeld ? DROPPED_PICTURE_MS : UNUSED_PICTURE_MS)
  if (keptUntil <= now.getTime()) return null
  const checkAt = new Date(Math.min(keptUntil, nextCheck(now).getTime()))
  return { ...(wasHeld && { wasHeld }), unheldSince: since, checkAt }
}

const nextCheck = (now: Date) => new Date(now.getTime() + CHECK_PERIOD_MS)
