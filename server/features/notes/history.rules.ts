import {
  EDITING_SESSION_MS,
  HISTORY_CUT_LENGTH,
  HISTORY_CUT_SHARE,
  HISTORY_STOOD_MS,
} from '#protocol/limits.ts'
import { removedLength } from './history.removed.ts'

/** An editing session: the saves that made up the text that a note has now. */
export interface EditingSession {
  sessionId: string
  since: Date
  /** How much its saves have removed, as a share of what counts as a heavy cut. Absent while they have only added. */
  cut?: number
}

interface Writing {
  title: string
  text: string
}

interface NextSave extends Writing {
  sessionId: string
  at: Date
  keepsEarlier: boolean
}

export interface SaveInHistory {
  /** The session that the save belongs to. */
  sitting: EditingSession
  /** The text before becomes a version of its own. Otherwise the save replaces it. */
  keepsPrevious: boolean
  /** The text before holds something that is in no later text. */
  losesText: boolean
}

/**
 * The saves of one session replace each other for five minutes as long as they only add. A save keeps the text before it when it
 * removes a lot, alone or with the earlier saves of its session, and from the session's second minute on when it removes anything.
 * So every text that stood for a minute is a version, or whole within one.
 */
export function historyOfSave(
  previous: Writing & { sitting?: EditingSession },
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

/** What a save removes of a text, where 1 and more is a heavy cut. */
function cutOf(before: string, after: string): number {
  const removed = removedLength(before, after)
  return removed === 0 ? 0 : removed / Math.min(HISTORY_CUT_LENGTH, before.length * HISTORY_CUT_SHARE)
}

/** Of these, the newest, none is thinned out: what one has just written can be taken back step by step. */
const NEWEST_KEPT = 6

/** The newest versions that hold text of their own are not thinned out either. */
const NEWEST_WITH_LOST_TEXT_KEPT = 24

/** So that texts of the same moment differ in nothing. In milliseconds. */
const AGE_MIN_MS = 1_000

interface KeptAt {
  version: number
  lastUpdate: Date
  /** It holds something that the save after it removed. */
  losesText?: true
}

/**
 * Which of a note's earlier texts to forget so that `most` stay, given oldest first. The first one stays, and the newest. Between them, a
 * version goes first whose text the next one still has, then the one that leaves the smallest gap for its age: so they lie close where they
 * are recent and ever wider apart the older they are, and however often a note is saved, it never takes the place of all that was before.
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
  const isContained = ({ losesText }: KeptAt) => losesText !== true
  return (
    smallestGap(kept, now, kept.length - NEWEST_KEPT, isContained) ??
    smallestGap(kept, now, kept.length - NEWEST_KEPT - NEWEST_WITH_LOST_TEXT_KEPT, () => true) ??
    1
  )
}

/** Of those from the second up to `end`, the one that leaves the smallest gap for its age. */
function smallestGap(
  kept: readonly KeptAt[],
  now: number,
  end: number,
  canGo: (version: KeptAt) => boolean,
): number | null {
  const at = (index: number) => kept[index]?.lastUpdate.getTime() ?? now
  let found: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [index, version] of kept.entries()) {
    if (index === 0 || index >= end || !canGo(version)) continue
    const gap = (at(index + 1) - at(index - 1)) / Math.max(now - at(index), AGE_MIN_MS)
    if (gap < least) {
      found = index
      least = gap
    }
  }
  return found
}
