import { type Anchors, groupPassages, type PassageGroup } from '#client/features/passages/passages.groups.ts'
import { type PassagesInHub, passageKey } from '#protocol/passages.ts'

/** Pure functions over the passages of an own note in all rooms. */

export type AuthorHighlight = PassagesInHub['highlights'][number] & { hubNo: number }
export type AuthorComment = PassagesInHub['comments'][number] & { hubNo: number }

/** The highlights of a passage and the comments on it, in all rooms. */
export interface AuthorGroup extends PassageGroup {
  highlights: readonly AuthorHighlight[]
  comments: readonly AuthorComment[]
}

/** Passages at the same place of the text, possibly of several versions of the note. */
export interface AuthorEntry extends AuthorGroup {
  /** The keys of these passages. `key` is the first one. */
  keys: readonly string[]
}

export interface PassageCounts {
  highlights: number
  comments: number
  /** Rooms with highlights or comments. */
  rooms: number
}

export function countPassages(rooms: readonly PassagesInHub[]): PassageCounts {
  const sumOf = (list: 'highlights' | 'comments') => rooms.reduce((sum, room) => sum + room[list].length, 0)
  return {
    highlights: sumOf('highlights'),
    comments: sumOf('comments'),
    rooms: rooms.filter(({ highlights, comments }) => highlights.length + comments.length > 0).length,
  }
}

/** The passages of all rooms. Comments are ordered by time. */
export function groupByPassage(rooms: readonly PassagesInHub[]): AuthorGroup[] {
  const highlights = rooms.flatMap(({ hubNo, highlights }) => highlights.map(each => ({ ...each, hubNo })))
  const comments = rooms.flatMap(({ hubNo, comments }) => comments.map(each => ({ ...each, hubNo })))
  return groupPassages(
    highlights,
    comments.sort((a, b) => a.commentNo - b.commentNo),
  )
}

export interface AuthorEntries {
  /** In reading order. A passage that the text was not searched for yet is at its old place. */
  inText: readonly AuthorEntry[]
  /** Passages that the text does not contain, in the order of the text that had them. */
  missing: readonly AuthorEntry[]
}

/** The passages in the order of the text. Those at the same place are one. */
export function entriesOf(groups: readonly AuthorGroup[], anchors: Anchors): AuthorEntries {
  const inText = groups.filter(({ key }) => anchors.get(key) !== null)
  const missing = groups.filter(({ key }) => anchors.get(key) === null)
  return {
    inText: mergeEqual(inText, ({ key, passage }) => anchors.get(key) ?? passage),
    // Another version of the same words is the same passage for the author.
    missing: mergeEqual(
      missing,
      ({ passage }) => passage,
      ({ passage }) => passage.exact,
    ),
  }
}

function mergeEqual(
  groups: readonly AuthorGroup[],
  placeOf: (group: AuthorGroup) => { start: number; end: number },
  identityOf = (group: AuthorGroup) => `${placeOf(group).start}:${placeOf(group).end}`,
): AuthorEntry[] {
  const entries = new Map<string, AuthorEntry & { start: number; end: number }>()
  for (const group of groups) {
    const { start, end } = placeOf(group)
    const identity = identityOf(group)
    const known = entries.get(identity)
    entries.set(
      identity,
      known ? { ...known, ...merge(known, group) } : { ...group, keys: [group.key], start, end },
    )
  }
  return [...entries.values()]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(({ start: _, end: __, ...entry }) => entry)
}

function merge(
  entry: AuthorEntry,
  group: AuthorGroup,
): Pick<AuthorEntry, 'keys' | 'highlights' | 'comments'> {
  return {
    keys: [...entry.keys, group.key],
    highlights: [...entry.highlights, ...group.highlights],
    comments: [...entry.comments, ...group.comments].sort((a, b) => a.commentNo - b.commentNo),
  }
}

/** The part of an entry that belongs to one room. */
export interface RoomPart {
  hubNo: number
  /** The key that opens the passage in the room. */
  key: string
  highlights: readonly AuthorHighlight[]
  comments: readonly AuthorComment[]
}

/** The rooms of an entry, in the order of `hubNos`. */
export function roomParts(entry: AuthorEntry, hubNos: readonly number[]): RoomPart[] {
  return hubNos.flatMap(hubNo => {
    const highlights = entry.highlights.filter(highlight => highlight.hubNo === hubNo)
    const comments = entry.comments.filter(comment => comment.hubNo === hubNo)
    const first = comments[0] ?? highlights[0]
    return first ? [{ hubNo, key: passageKey(first.passage), highlights, comments }] : []
  })
}

/** For each room, in the order of `hubNos`, the entries with the highlights and comments of that room only. */
export function entriesByRoom(
  { inText, missing }: AuthorEntries,
  hubNos: readonly number[],
): (AuthorEntries & { hubNo: number })[] {
  const inRoom = (entries: readonly AuthorEntry[], hubNo: number) =>
    entries.flatMap(entry => roomParts(entry, [hubNo]).map(part => ({ ...entry, ...part, key: entry.key })))
  return hubNos
    .map(hubNo => ({ hubNo, inText: inRoom(inText, hubNo), missing: inRoom(missing, hubNo) }))
    .filter(room => room.inText.length + room.missing.length > 0)
}

/** The names of the users who highlighted, each once. */
export function highlighterNames(highlights: readonly AuthorHighlight[]): string[] {
  return [...new Map(highlights.map(({ userNo, userName }) => [userNo, userName])).values()]
}
