import { HISTORY_SITTING_MS } from '#protocol/limits.ts'

/** Whose saves, since when, made up the text that a note has now. */
export interface Sitting {
  sessionId: string
  since: Date
}

/** A sitting that began before has ended. */
function sittingStart(at: Date): Date {
  return new Date(at.getTime() - HISTORY_SITTING_MS)
}

/** Where the next save stands: it goes on with the sitting, and replaces its text, or begins another one. */
export function sittingOf(
  last: Sitting | undefined,
  save: { sessionId: string; at: Date; keepsEarlier: boolean },
): Sitting {
  const goesOn =
    last !== undefined &&
    !save.keepsEarlier &&
    last.sessionId === save.sessionId &&
    last.since > sittingStart(save.at)
  return goesOn ? last : { sessionId: save.sessionId, since: save.at }
}

/** Of these, the newest, none is thinned out: what one has just written can be taken back step by step. */
const NEWEST_KEPT = 6

/** So that texts of the same moment differ in nothing. In milliseconds. */
const AGE_MIN_MS = 1_000

interface KeptAt {
  version: number
  lastUpdate: Date
}

/**
 * Which of a note's earlier texts to forget so that `most` stay, given oldest first. The first one stays, and the newest; between them,
 * what goes is always the one that leaves the smallest gap for its age: so they lie close where they are recent and ever wider apart
 * the older they are, and however often a note is saved, it never takes the place of all that was before.
 */
export function versionsToForget(earlier: readonly KeptAt[], most: number, now: Date): number[] {
  const kept = [...earlier]
  const forgotten: number[] = []
  while (kept.length > most) {
    const [dropped] = kept.splice(leastMissed(kept, now.getTime()), 1)
    if (dropped) forgotten.push(dropped.version)
  }
  return forgotten
}

/** The index of what is thinned out next. Without anything between the first and the newest, the first after the first. */
function leastMissed(kept: readonly KeptAt[], now: number): number {
  const at = (index: number) => kept[index]?.lastUpdate.getTime() ?? now
  let found = 1
  let least = Number.POSITIVE_INFINITY
  for (let index = 1; index < kept.length - NEWEST_KEPT; index += 1) {
    const gap = (at(index + 1) - at(index - 1)) / Math.max(now - at(index), AGE_MIN_MS)
    if (gap < least) {
      found = index
      least = gap
    }
  }
  return found
}
