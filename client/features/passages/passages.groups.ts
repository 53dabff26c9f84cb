import { type HighlightView, type Passage, type PassageComment, passageKey } from '#protocol/passages.ts'

/** Pure functions over the passages of a thread. */

export interface TextRange {
  start: number
  end: number
}

/** All highlights of a passage, and the comments on it. */
export interface PassageGroup {
  key: string
  passage: Passage
  highlights: readonly HighlightView[]
  comments: readonly PassageComment[]
}

/** A passage and where it is in the text on the screen. */
export interface AnchoredGroup extends PassageGroup {
  range: TextRange
}

/** By passage key. Null: the text does not contain the passage. Missing: not searched yet. */
export type Anchors = ReadonlyMap<string, TextRange | null>

/** @param others passages that may have neither highlights nor comments. */
export function groupPassages<EachHighlight extends HighlightView, EachComment extends PassageComment>(
  highlights: readonly EachHighlight[],
  comments: readonly EachComment[],
  others: readonly Passage[] = [],
): (PassageGroup & { highlights: readonly EachHighlight[]; comments: readonly EachComment[] })[] {
  const groups = new Map<string, { passage: Passage; highlights: EachHighlight[]; comments: EachComment[] }>()
  const groupOf = (passage: Passage) => {
    const key = passageKey(passage)
    const group = groups.get(key) ?? { passage, highlights: [], comments: [] }
    groups.set(key, group)
    return group
  }
  for (const highlight of highlights) groupOf(highlight.passage).highlights.push(highlight)
  for (const comment of comments) groupOf(comment.passage).comments.push(comment)
  for (const passage of others) groupOf(passage)
  return [...groups].map(([key, group]) => ({ key, ...group }))
}

/** Adds passages that may have neither highlights nor comments. */
export function withPassages(
  groups: readonly PassageGroup[],
  passages: readonly Passage[],
): readonly PassageGroup[] {
  const known = new Set(groups.map(({ key }) => key))
  const others = groupPassages([], [], passages).filter(({ key }) => !known.has(key))
  return others.length === 0 ? groups : [...groups, ...others]
}

/** Whether somebody has highlighted the passage or commented on it. */
export const isMarked = ({ highlights, comments }: PassageGroup) => highlights.length + comments.length > 0

/** The passages that the text contains, in reading order; of two at the same place the longer one first. */
export function anchoredGroups(groups: readonly PassageGroup[], anchors: Anchors): AnchoredGroup[] {
  return groups
    .flatMap(group => {
      const range = anchors.get(group.key)
      return range ? [{ ...group, range }] : []
    })
    .sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end)
}

/** The passages that contain a position of the text: those with comments first, then the shorter ones. */
export function groupsAt(groups: readonly AnchoredGroup[], position: number): AnchoredGroup[] {
  const hasComments = ({ comments }: AnchoredGroup) => Number(comments.length > 0)
  const length = ({ range }: AnchoredGroup) => range.end - range.start
  return groups
    .filter(({ range }) => range.start <= position && position < range.end)
    .sort((a, b) => hasComments(b) - hasComments(a) || length(a) - length(b))
}

/** The users who highlighted the passage or a part of it, each once, in the order of their highlights. */
export function highlightersOf(group: PassageGroup, groups: readonly AnchoredGroup[]): number[] {
  const range = groups.find(({ key }) => key === group.key)?.range
  const others = range ? groups.filter(other => other.key !== group.key && overlaps(other.range, range)) : []
  const highlights = [group, ...others].flatMap(each => each.highlights)
  return [...new Set(highlights.map(({ userNo }) => userNo))]
}

const overlaps = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end

/** The number of comments by other users that the user has neither read nor seen. */
export function unreadCount(
  { comments }: PassageGroup,
  { myNo, readUpTo, seenNos }: { myNo: number; readUpTo: number; seenNos: ReadonlySet<number> },
): number {
  return comments.filter(
    ({ commentNo, writerNo }) => writerNo !== myNo && commentNo > readUpTo && !seenNos.has(commentNo),
  ).length
}

/** The strengths of drawn highlights: one user, two or three, four or more. */
export type Strength = 1 | 2 | 3

const strengthOf = (count: number): Strength => (count < 2 ? 1 : count < 4 ? 2 : 3)

/** The parts of the text that users have highlighted, with their strengths; they do not overlap. */
export function highlightedParts(groups: readonly AnchoredGroup[]): (TextRange & { strength: Strength })[] {
  const edges = groups.flatMap(({ range, highlights }) =>
    highlights.flatMap(({ userNo }) => [
      { at: range.start, userNo, step: 1 },
      { at: range.end, userNo, step: -1 },
    ]),
  )
  edges.sort((a, b) => a.at - b.at)
  const parts: (TextRange & { strength: Strength })[] = []
  /** How many highlights of each user contain the current position. */
  const open = new Map<number, number>()
  let start = 0
  for (const { at, userNo, step } of edges) {
    if (at > start && open.size > 0) addPart(parts, { start, end: at, strength: strengthOf(open.size) })
    start = at
    const count = (open.get(userNo) ?? 0) + step
    if (count > 0) open.set(userNo, count)
    else open.delete(userNo)
  }
  return parts
}

/** Joins it with the part before, if both look the same. */
function addPart<Part extends TextRange & { strength?: Strength }>(parts: Part[], part: Part): void {
  const before = parts.at(-1)
  if (before?.end === part.start && before.strength === part.strength) before.end = part.end
  else parts.push(part)
}

/** The union of ranges in order. */
export function joinRanges(ranges: readonly TextRange[]): TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const before = joined.at(-1)
    if (before && range.start <= before.end) before.end = Math.max(before.end, range.end)
    else joined.push({ ...range })
  }
  return joined
}

/** Cuts other ranges out of ranges. */
export function cutOut<Part extends TextRange>(parts: readonly Part[], others: readonly TextRange[]): Part[] {
  return others.reduce<Part[]>(
    (rest, { start, end }) =>
      rest.flatMap(part =>
        [
          { ...part, end: Math.min(part.end, start) },
          { ...part, start: Math.max(part.start, end) },
        ].filter(piece => piece.start < piece.end),
      ),
    [...parts],
  )
}

/** The passage before or after the open one in the text; with none open, the first or last one. */
export function adjacentGroup(
  groups: readonly AnchoredGroup[],
  openKey: string | null,
  step: 1 | -1,
): AnchoredGroup | undefined {
  const index = groups.findIndex(({ key }) => key === openKey)
  if (index === -1) return groups.at(step === 1 ? 0 : -1)
  return groups[index + step]
}

interface Commented {
  commentNo: number
  passage?: Passage | undefined
}

/** Comments on one passage, on the whole note, or on passages that the text does not contain. */
export interface CommentsAtPlace<Comment> {
  kind: 'passage' | 'note' | 'missing'
  key: string
  passage?: Passage
  comments: readonly Comment[]
}

/** Comments by their place in the text: passages in reading order, then the whole note, then passages that are not in the text. */
export function commentsByPlace<Comment extends Commented>(
  comments: readonly Comment[],
  anchors: Anchors,
): CommentsAtPlace<Comment>[] {
  const onNote = comments.filter(({ passage }) => passage === undefined)
  const byKey = new Map<string, { passage: Passage; comments: Comment[] }>()
  for (const comment of comments) {
    const { passage } = comment
    if (passage === undefined) continue
    const key = passageKey(passage)
    const known = byKey.get(key)
    if (known) known.comments.push(comment)
    else byKey.set(key, { passage, comments: [comment] })
  }
  const places = [...byKey].map(([key, place]): CommentsAtPlace<Comment> => {
    return { kind: anchors.get(key) === null ? 'missing' : 'passage', key, ...place }
  })
  const startOf = ({ key, passage }: CommentsAtPlace<Comment>) =>
    anchors.get(key)?.start ?? passage?.start ?? 0
  places.sort((a, b) => startOf(a) - startOf(b))
  return [
    ...places.filter(({ kind }) => kind === 'passage'),
    ...(onNote.length > 0 ? [{ kind: 'note' as const, key: 'note', comments: onNote }] : []),
    ...places.filter(({ kind }) => kind === 'missing'),
  ]
}
