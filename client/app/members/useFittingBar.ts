import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect } from 'react'
import { waitingReportsAtom } from '#client/live/reports.count.ts'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'

/** What gives way when the bar is full, the first one first. The style sheet beside this says how. */
const GIVES_WAY = ['find', 'newNote', 'switch', 'logo']

/**
 * Keeps the header's bar in one line, whatever stands in it: width, language, text size, face and who is signed in all count, so it
 * is measured rather than reckoned. When all that can give way has done so, the menu goes into the drawer and the rest begins anew.
 * `tools` stand directly in the bar, as does the menu's button.
 */
export function useFittingBar(tools: RefObject<HTMLElement | null>): void {
  // Each changes what the words take.
  const { language } = useLanguage()
  const { privilege } = useAtomValue(authAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const reports = useAtomValue(waitingReportsAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: they are measured, not read
  useLayoutEffect(() => {
    const bar = tools.current?.parentElement
    if (!bar) return
    // It looks once before the next frame is painted, when all is laid out, and then whenever a size changes.
    const sizes = new ResizeObserver(() => giveWay(bar))
    for (const part of [bar, ...bar.children]) sizes.observe(part)
    return () => sizes.disconnect()
  }, [tools, language, privilege, unread, reports])

  // Only then: between two looks the bar stays as it was, so that whatever measures the page meanwhile finds nothing too wide.
  useLayoutEffect(() => {
    const bar = tools.current?.parentElement
    return () => {
      delete bar?.dataset.tight
      delete bar?.dataset.folded
    }
  }, [tools])
}

function giveWay(bar: HTMLElement): void {
  for (const folded of [false, true]) {
    bar.toggleAttribute('data-folded', folded)
    for (let ways = 0; ways <= GIVES_WAY.length; ways++) {
      bar.dataset.tight = GIVES_WAY.slice(0, ways).join(' ')
      if (fits(bar)) return
    }
  }
}

/** The menu's button may stand beyond the bar's end, as far as its margin says. */
function fits(bar: HTMLElement): boolean {
  const end = bar.lastElementChild as HTMLElement
  const beyond = end.offsetWidth > 0 ? -Number.parseFloat(getComputedStyle(end).marginInlineEnd) : 0
  return bar.scrollWidth <= bar.clientWidth + beyond
}
