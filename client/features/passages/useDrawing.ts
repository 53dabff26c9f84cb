import { useEffect, useMemo } from 'react'
import { draw } from './passages.drawing.ts'
import {
  type AnchoredGroup,
  cutOut,
  highlightedParts,
  joinRanges,
  type TextRange,
} from './passages.groups.ts'
import type { RenderedNote } from './useRenderedText.ts'

interface DrawnState {
  writtenKeys: ReadonlySet<string>
  /** The open passage and that of the draft. */
  openKeys: readonly (string | null)[]
  pointedKey: string | null
  /** The number of unread comments by passage. */
  unread: ReadonlyMap<string, number>
}

/** Draws highlights and commented passages into the text on the page. */
export function useDrawing(
  rendered: RenderedNote | null,
  groups: readonly AnchoredGroup[],
  { writtenKeys, openKeys, pointedKey, unread }: DrawnState,
): void {
  const parts = useMemo(() => highlightedParts(groups), [groups])
  const [openKey, draftKey] = openKeys

  useEffect(() => {
    if (rendered === null) return
    const isUnread = ({ key }: AnchoredGroup) => (unread.get(key) ?? 0) > 0
    const toRanges = (ranges: readonly TextRange[]) =>
      ranges.flatMap(({ start, end }) => rendered.rangeOf(start, end) ?? [])
    const rangesOf = (isWanted: (group: AnchoredGroup) => boolean) =>
      joinRanges(groups.filter(isWanted).map(({ range }) => range))
    // The open passage shows no other highlights.
    const open = rangesOf(({ key }) => key === openKey || key === draftKey)
    const where = (isWanted: (group: AnchoredGroup) => boolean) => toRanges(cutOut(rangesOf(isWanted), open))
    const ofStrength = (strength: number) =>
      toRanges(
        cutOut(
          parts.filter(part => part.strength === strength),
          open,
        ),
      )
    draw({
      'passage-1': ofStrength(1),
      'passage-2': ofStrength(2),
      'passage-3': ofStrength(3),
      'passage-talk': where(group => group.comments.length > 0 && !isUnread(group)),
      'passage-unread': where(isUnread),
      'passage-typing': where(({ key }) => writtenKeys.has(key)),
      'passage-pointed': where(({ key }) => key === pointedKey),
      'passage-open': toRanges(open),
    })
  }, [rendered, groups, parts, unread, writtenKeys, openKey, draftKey, pointedKey])

  useEffect(() => () => draw({}), [])
}
