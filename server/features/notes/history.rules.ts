import {
  EDITING_SESSION_MS,
  HISTORY_CUT_LENGTH,
  HISTORY_CUT_SHARE,
  HISTORY_STOOD_MS,
} from '#protocol/limits.ts'

/** An editing session: the saves that produced the current text. */
export interface EditingSession {
  sessionId: string
  since: Date
  /** Removed text as a fraction of a heavy cut; absent while saves only add. */
  cut?: number
  /** Who wrote it, if others than the author did. */
  writerNos?: number[]
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
  editingSession: EditingSession
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
  previous: NoteContent & { editingSession?: EditingSession },
  save: NextSave,
): SaveInHistory {
  const last = previous.editingSession
  const age = last ? save.at.getTime() - last.since.getTime() : Number.POSITIVE_INFINITY
  const removes = cutOf(previous.text, save.text) + cutOf(previous.title, save.title)
  const cut = (last?.cut ?? 0) + removes
  const losesText = removes > 0 && (cut >= 1 || age >= HISTORY_STOOD_MS)
  const isSameSession = last?.sessionId === save.sessionId && age < EDITING_SESSION_MS
  if (last === undefined || !isSameSession || save.keepsEarlier || losesText)
    return { editingSession: { sessionId: save.sessionId, since: save.at }, keepsPrevious: true, losesText }
  const editingSession = removes > 0 ? { ...last, cut } : last
  return { editingSession, keepsPrevious: false, losesText }
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

/** In UTF-16 units. Shorter pieces of Korean or Latin text occur in unrelated texts by chance. */
const GRAM_LENGTH = 8

/** Capped, so that a word search is cheap in any text. */
const WORDS = /[\p{L}\p{M}\p{N}]{1,32}|[^\s\p{L}\p{M}\p{N}]/gu
/** Text that is typed or pasted between two saves is in fewer places. */
const ADDITIONS_MAX = 5
const TICKED = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[xX](?=\])/gm

/**
 * Length of text that is missing in the later version, in UTF-16 units. Ignores moved text, added text and toggled
 * task marks. Cheaper than a diff, and linear for any text.
 */
export function removedLength(earlier: string, later: string): number {
  const [before, after] = [unticked(earlier), unticked(later)]
  const { start, end } = commonEnds(before, after)
  const removed = before.slice(start, before.length - end)
  const added = after.slice(start, after.length - end)
  const shrunkBy = Math.max(0, removed.length - added.length)
  if (onlyGrew(added, removed)) return shrunkBy
  // Moved text may start or end like its new context, so a piece may extend into the common part.
  const head = before.slice(Math.max(0, start - GRAM_LENGTH), start)
  const tail = before.slice(before.length - end, before.length - end + GRAM_LENGTH)
  return Math.max(shrunkBy, missingLength([head, removed, tail], head + added + tail))
}

function unticked(text: string): string {
  return text.replace(TICKED, '$1 ')
}

function commonEnds(before: string, after: string): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1
  return { start, end }
}

/**
 * Whether the text only grew: each word still occurs, possibly within a longer word, in the same order. Short words
 * such as numbers occur in a much longer text by chance; then most of them have other text in between.
 */
function onlyGrew(text: string, words: string): boolean {
  let at = 0
  let additions = 0
  for (const [word] of words.matchAll(WORDS)) {
    const found = text.indexOf(word, at)
    if (found < 0) return false
    if (text.slice(at, found).trim() !== '') additions += 1
    at = found + word.length
  }
  return additions <= ADDITIONS_MAX || text.length <= 2 * words.length
}

/**
 * Number of characters of the middle part outside all pieces that also occur in `other`, at any position. White space
 * between two such pieces is ignored. A piece counts as often as it occurs in `other`.
 */
function missingLength([head, middle, tail]: readonly [string, string, string], other: string): number {
  const remaining = new Map<string, number>()
  for (let at = 0; at + GRAM_LENGTH <= other.length; at += 1) {
    const gram = other.slice(at, at + GRAM_LENGTH)
    remaining.set(gram, (remaining.get(gram) ?? 0) + 1)
  }
  const text = head + middle + tail
  let length = 0
  let foundTo = head.length
  for (let at = 0; at + GRAM_LENGTH <= text.length; at += 1) {
    const gram = text.slice(at, at + GRAM_LENGTH)
    const count = remaining.get(gram) ?? 0
    if (count === 0) continue
    remaining.set(gram, count - 1)
    if (at > foundTo) length += visibleLength(text.slice(foundTo, at))
    foundTo = Math.max(foundTo, at + GRAM_LENGTH)
  }
  return length + visibleLength(text.slice(foundTo, head.length + middle.length))
}

function visibleLength(piece: string): number {
  return piece.trim() === '' ? 0 : piece.length
}
