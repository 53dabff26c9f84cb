import { DROPPED_PICTURE_MS, UNUSED_PICTURE_MS } from '#protocol/limits.ts'

/** What is known of whether notes hold a picture. */
export interface Holding {
  /** When it was first seen that nothing holds it; absent while something does. */
  unheldSince?: Date
  /** Something has held it before. */
  wasHeld?: true
  /** When it is to be looked at again. */
  checkAt: Date
}

/** How often it is looked at whether a picture is held. */
const CHECK_PERIOD_MS = 6 * 60 * 60 * 1000

/** Of a picture that has just come. */
export function holdingOfNew(now: Date): Holding {
  return { unheldSince: now, checkAt: nextCheck(now) }
}

/** What is known after it was looked at; null for a picture that nothing has held for too long. */
export function holdingAfter({ unheldSince, wasHeld }: Holding, isHeld: boolean, now: Date): Holding | null {
  if (isHeld) return { wasHeld: true, checkAt: nextCheck(now) }
  const since = unheldSince ?? now
  const keptUntil = since.getTime() + (wasHeld ? DROPPED_PICTURE_MS : UNUSED_PICTURE_MS)
  if (keptUntil <= now.getTime()) return null
  const checkAt = new Date(Math.min(keptUntil, nextCheck(now).getTime()))
  return { ...(wasHeld && { wasHeld }), unheldSince: since, checkAt }
}

const nextCheck = (now: Date) => new Date(now.getTime() + CHECK_PERIOD_MS)
