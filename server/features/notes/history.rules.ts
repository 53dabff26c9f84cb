import {
  EDITING_SESSION_MS,
  HISTORY_CUT_LENGTH,
  HISTORY_CUT_SHARE,
  HISTORY_STOOD_MS,
} from '#protocol/limits.ts'
import { removedLength } from './removedLength.ts'

/** An editing session: the saves that produced the current text. */
export interface EditingSession {
  sessionId: string
  since: Date
  /** Removed text as a fraction of a heavy cut; absent while saves only add. */
  cut?: number
}

interface NoteContent {
  title: string
  text: string
}

interface NextSave extends NoteContent {
  sessionId: string
  at: Date
  keepsEarlier: boolean
}

export interface SaveInHistory {
  /** The session of the save. */
  sitting: EditingSession
  /** Whether the previous text becomes a version. Otherwise the save replaces it. */
  keepsPrevious: boolean
  /** Whether the previous text contains something that no later text has. */
  losesText: boolean
}

/**
 * Saves of one session replace each other for five minutes while they only add. A save keeps the previous text if it
 * removes a lot, alone or with earlier saves of the session, or, from the second minute of the session on, if it
 * removes anything. So every text that stood for a minute is a version, or is contained in one.
 */
export function historyOfSave(
  previous: NoteContent & { sitting?: EditingSession },
  save: NextSave,
): SaveInHistory {
  const last = previous.sitting
  const age = last ? save.at.getTime() - last.since.getTime() : Number.POSITIVE_INFINITY
  const removes = cutOf(previous.text, save.text) + cutOf(previous.title, save.title)
  const cut = (last?.cut ?? 0) + removes
  const losesText = removes > 0 && (cut >= 1 || age >= HISTORY_STOOD_MS)
  const isSameSession = last?.sessionId === save.sessionId && age < EDITING_SESSION_MS
  if (last === undefined || !isSameSession || save.keepsEarlier || losesText)
    return { sitting: { sessionId: save.sessionId, since: save.at }, keepsPrevious: true, losesText }
  const editingSession = removes > 0 ? { ...last, cut } : last
  return { sitting: editingSession, keepsPrevious: false, losesText }
}

/** Removed text of a save, where 1 is a heavy cut. */
function cutOf(before: string, after: string): number {
  const removed = removedLength(before, after)
  return removed === 0 ? 0 : removed / Math.min(HISTORY_CUT_LENGTH, before.length * HISTORY_CUT_SHARE)
}

/** The newest versions are never thinned out, so that recent edits can be undone step by step. */
const NEWEST_KEPT = 6

/** The newest versions with lost text are not thinned out either. */
const NEWEST_WITH_LOST_TEXT_KEPT = 24

/** In milliseconds. Avoids differences between texts of the same moment. */
const AGE_MIN_MS = 1_000

interface StoredTime {
  version: number
  lastUpdate: Date
  /** Contains text that the next save removed. */
  losesText?: true
}

/**
 * Chooses versions to delete so that `most` remain; `earlier` is sorted oldest first. Keeps the first and the newest
 * ones. In between, deletes versions whose text the next one still has, then the one that leaves the smallest gap
 * relative to its age. So recent versions are dense and old ones sparse, and frequent saves never displace all older
 * versions.
 */
export function versionsToForget(earlier: readonly StoredTime[], most: number, now: Date): number[] {
  const remaining = [...earlier]
  const deleted: number[] = []
  while (remaining.length > most) {
    const [version] = remaining.splice(nextToForget(remaining, now.getTime()), 1)
    if (version) deleted.push(version.version)
  }
  return deleted
}

/** Index of the next version to delete. Without versions between the first and the newest, the second one. */
function nextToForget(remaining: readonly StoredTime[], now: number): number {
  const isContained = ({ losesText }: StoredTime) => losesText !== true
  return (
    smallestGap(remaining, now, remaining.length - NEWEST_KEPT, isContained) ??
    smallestGap(remaining, now, remaining.length - NEWEST_KEPT - NEWEST_WITH_LOST_TEXT_KEPT, () => true) ??
    1
  )
}

/** From the second version up to `end`, the one that leaves the smallest gap relative to its age. */
function smallestGap(
  remaining: readonly StoredTime[],
  now: number,
  end: number,
  canGo: (version: StoredTime) => boolean,
): number | null {
  const at = (index: number) => remaining[index]?.lastUpdate.getTime() ?? now
  let found: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [index, version] of remaining.entries()) {
    if (index === 0 || index >= end || !canGo(version)) continue
    const gap = (at(index + 1) - at(index - 1)) / Math.max(now - at(index), AGE_MIN_MS)
    if (gap < least) {
      found = index
      least = gap
    }
  }
  return found
}
