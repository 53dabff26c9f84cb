import { useEffect } from 'react'
import { openDetailsAround } from '#client/markdown/openDetails.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import type { AnchoredGroup } from './passages.groups.ts'
import type { RenderedNote } from './useRenderedText.ts'

/** Between the passage and the edges of the visible part, in pixels. */
const GAP_PX = 16

/** Scrolls to the open passage, only if it is not in view. Keeps it in view above a sheet. */
export function useShowPassage(
  rendered: RenderedNote | null,
  groups: readonly AnchoredGroup[],
  openKey: string | null,
): void {
  const open = groups.find(({ key }) => key === openKey)
  const isReady = rendered !== null && open !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened passage
  useEffect(() => {
    if (!rendered || !open) return
    // The sheet on a phone renders first.
    const frame = requestAnimationFrame(() => {
      const range = rendered.rangeOf(open.range.start, open.range.end)
      if (!range) return
      openDetailsAround(range.startContainer)
      showRange(range, rendered.root)
    })
    return () => cancelAnimationFrame(frame)
  }, [openKey, isReady])

  // An on-screen keyboard moves the sheet up, over the passage.
  useEffect(() => {
    if (!rendered || !open) return
    const { start, end } = open.range
    let frame = 0
    const showAboveSheet = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const range = openSheet() && rendered.rangeOf(start, end)
        if (range) showRange(range, rendered.root)
      })
    }
    const viewport = window.visualViewport
    viewport?.addEventListener('resize', showAboveSheet)
    return () => {
      cancelAnimationFrame(frame)
      viewport?.removeEventListener('resize', showAboveSheet)
    }
  }, [rendered, open])
}

const openSheet = () => document.querySelector<HTMLElement>('.passage-sheet[open]')

/** Scrolls to a part of the note in `root`, only if it is not in view. */
export function showRange(range: Range, root: HTMLElement): void {
  const scroller = scrollerOf(root)
  const isPage = scroller === document.scrollingElement
  const box = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
  const bar = root.closest('.note')?.querySelector('.note-bar')
  const sheet = openSheet()
  const top = box.top + (bar?.clientHeight ?? 0) + GAP_PX
  const bottom = Math.min(box.bottom, sheet ? topOf(sheet) : box.bottom) - GAP_PX
  const edges = range.getBoundingClientRect()
  if (edges.top >= top && edges.bottom <= bottom) return
  // To the upper third, or as far up as the whole passage needs.
  const wanted = Math.max(top, Math.min(top + (bottom - top) / 3, bottom - edges.height))
  scroller.scrollBy({ top: edges.top - wanted, behavior: 'instant' })
}

/** Where the sheet ends to move: it may still slide in. A keyboard over the page lifts it. */
function topOf(sheet: HTMLElement): number {
  return window.innerHeight - sheet.offsetHeight - Number.parseFloat(getComputedStyle(sheet).bottom)
}
