import { HISTORY_SITTING_MS } from '#protocol/limits.ts'

/** Whose saves, since when, made up the text that a note has now. */
export interface Sitting {
  sessionId: string
  since: Date
}

/** A sitting that began before has ended. */
export function sittingStart(at: Date): Date {
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
