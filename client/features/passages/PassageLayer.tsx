import { useAtomValue } from 'jotai'
import { useMemo, useRef } from 'react'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { PHONE } from '#client/ui/sheet.ts'
import { passageKey } from '#protocol/passages.ts'
import { ParagraphButtons } from './ParagraphButtons.tsx'
import { PassageMarks } from './PassageMarks.tsx'
import { isMarked, type PassageGroup, unreadCount, withPassages } from './passages.groups.ts'
import { usePassageState } from './passages.state.ts'
import type { PassageTools, PassageWriter } from './passages.tools.ts'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import { useAnchoring } from './useAnchoring.ts'
import { useDrawing } from './useDrawing.ts'
import { useLayout } from './useLayout.ts'
import { usePassageClicks } from './usePassageClicks.ts'
import { useAnchoredGroups } from './usePassages.ts'
import { useRenderedText } from './useRenderedText.ts'
import { useShowPassage } from './useShowPassage.ts'
import './passageLayer.css'

interface PassageLayerProps {
  groups: readonly PassageGroup[]
  /** Other members who write about a passage now. Memoize it. */
  writers: readonly PassageWriter[]
  myNo: number
  /** The last comment that the user has read. */
  readUpTo: number
  openKey: string | null
  /** The passage that the user writes about. */
  draftKey?: string | null
  onOpen: (key: string) => void
  /** Absent in a note that is only shown. Memoize it. */
  tools?: PassageTools
}

/** Draws the passages of the note sheet in which it is, and marks them in the margin. It moves nothing. */
export function PassageLayer(props: PassageLayerProps) {
  const { groups, writers, myNo, readUpTo, openKey, draftKey = null, onOpen, tools } = props
  const layer = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery(PHONE)
  const rendered = useRenderedText(layer)
  const state = usePassageState()
  const seenNos = useAtomValue(state.seenNos)
  const withWriters = useMemo(
    () =>
      withPassages(
        groups,
        writers.map(({ passage }) => passage),
      ),
    [groups, writers],
  )
  useAnchoring(rendered?.text, withWriters)
  const anchored = useAnchoredGroups(withWriters)
  const writtenKeys = useMemo(() => new Set(writers.map(({ passage }) => passageKey(passage))), [writers])
  const shown = useMemo(
    () => anchored.filter(group => isMarked(group) || writtenKeys.has(group.key)),
    [anchored, writtenKeys],
  )
  const layout = useLayout(layer, rendered, shown, isPhone)
  const unread = useMemo(
    () => new Map(anchored.map(group => [group.key, unreadCount(group, { myNo, readUpTo, seenNos })])),
    [anchored, myNo, readUpTo, seenNos],
  )
  useDrawing(rendered, anchored, {
    writtenKeys,
    openKeys: [openKey, draftKey],
    pointedKey: useAtomValue(state.pointedKey),
    unread,
  })
  useShowPassage(rendered, anchored, openKey)
  usePassageClicks(rendered, anchored.filter(isMarked), onOpen)

  return (
    <div
      ref={layer}
      className="passage-layer no-print"
      data-narrow={layout && layout.margin < WIDE_MARGIN_PX}
    >
      {layout && rendered && (
        <>
          {tools && <SelectionToolbar {...{ layer, rendered, groups: anchored, myNo, tools }} />}
          <PassageMarks {...{ layout, openKey, onOpen, unread, writers }} />
          {tools && <ParagraphButtons {...{ rendered, layout, tools }} />}
        </>
      )}
    </div>
  )
}

/** A narrower margin has only space for a number. In pixels. */
const WIDE_MARGIN_PX = 88
