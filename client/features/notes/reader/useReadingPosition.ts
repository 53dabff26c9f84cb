import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { lineBeingRead, showLine } from '#client/features/notes/series/partsOnPage.ts'
import { isLaterPart, type Part } from '#client/features/notes/series/series.queries.ts'
import type { RenderingInfo } from '#client/markdown/markdown.rendering.ts'
import { useNumberParameter } from '#client/platform/router/navigation.tsx'
import type { NoteView } from '#protocol/notes.ts'

/** The parameter of the address that names the part to show. */
const PART = 'part'

/** A later part is read on the screen of the first one. Returns the address of that; null for any other note. */
export function useAddressOfHead(note: NoteView | undefined): string | null {
  const { pathname, search, hash } = useLocation()
  if (!note?.series || !isLaterPart(note)) return null
  const query = new URLSearchParams(search)
  query.set('no', String(note.series.headNo))
  query.set(PART, String(note.noteNo))
  return `${pathname}?${query}${hash}`
}

/** Going back or reloading restores the scroll position. Keeps the router's own state. */
function forgetPart(): void {
  const address = new URL(window.location.href)
  address.searchParams.delete(PART)
  history.replaceState(history.state, '', address)
}

/** Which part of a series is being read. Shows the part in the address once the text is complete. */
export function useReadingPosition(
  sheet: RefObject<HTMLElement | null>,
  parts: readonly Part[] | null,
  partLines: readonly number[],
) {
  const blockLines = useRef<readonly number[]>([])
  const [isComplete, setComplete] = useState(false)
  const partNo = useNumberParameter(PART)
  const { hash, search } = useLocation()
  const isFound = hash !== '' || new URLSearchParams(search).has('find')
  const shownIndex = parts?.findIndex(({ noteNo }) => noteNo === partNo) ?? -1
  const shownLine = isFound || !isComplete ? undefined : partLines[shownIndex]
  const handledPart = useRef<number>(null)

  useEffect(() => {
    if (shownLine === undefined || handledPart.current === partNo || !sheet.current) return
    handledPart.current = partNo
    showLine(sheet.current, blockLines.current, shownLine)
    forgetPart()
  }, [shownLine, partNo, sheet])

  return {
    /** Its index. */
    partRead(): number {
      if (!sheet.current) return 0
      const line = lineBeingRead(sheet.current, blockLines.current)
      return Math.max(
        0,
        partLines.findLastIndex(first => first <= line),
      )
    },
    notifyRendered({ lines, isComplete }: RenderingInfo): void {
      blockLines.current = lines
      setComplete(isComplete)
    },
  }
}
