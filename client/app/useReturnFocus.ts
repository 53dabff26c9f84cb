import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { takeArrival } from '#client/platform/browser/navigationFocus.ts'
import { scrollerOf } from '#client/platform/browser/scroller.ts'

/** How long a list may take to show the row again that one came from, in milliseconds. */
const ROW_MS = 3_000

/** By which link each entry of the history was left last. */
const leavingLinks = new Map<string, LeavingLink | null>()
let stopSeeking = () => {}

/** Back at a screen, gives the focus to the link by which it was left, as a browser does between pages. */
export function useReturnFocus(): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    // The first entry of every visit has the same key.
    const place = `${key} ${pathname}${search}`
    const noteLink = (event: Event) => leavingLinks.set(place, leavingLinkOf(event))
    window.addEventListener('click', noteLink, { capture: true })
    const link = leavingLinks.get(place)
    if (type === 'POP' && link) returnFocusTo(link)
    return () => window.removeEventListener('click', noteLink, { capture: true })
  }, [key, pathname, search, type])
}

/** A link by which one left a screen: its address, and which of the links with that address it is. */
interface LeavingLink {
  href: string
  place: number
}

/** The link in the screen that an event comes from; null where it comes from elsewhere, such as the header. */
function leavingLinkOf({ target }: Event): LeavingLink | null {
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  return { href, place: linksTo(href).indexOf(link as HTMLElement) }
}

/**
 * Until the link is there the screen's heading has the focus, and keeps it where the link is gone or somebody uses another thing
 * first.
 */
function returnFocusTo({ href, place }: LeavingLink): void {
  stopSeeking()
  const stop = new AbortController()
  stopSeeking = () => stop.abort()

  function seek(): void {
    const links = linksTo(href)
    const link = links[place] ?? links[0]
    if (!link) return
    stop.abort()
    takeArrival()
    link.focus({ preventScroll: true })
    // The page itself goes back to its place on its own.
    if (scrollerOf(link) !== document.scrollingElement) link.scrollIntoView({ block: 'nearest' })
  }
  const changes = new MutationObserver(seek)
  const timer = setTimeout(() => stop.abort(), ROW_MS)
  stop.signal.addEventListener('abort', () => {
    changes.disconnect()
    clearTimeout(timer)
  })
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, () => stop.abort(), { signal: stop.signal, capture: true })
  changes.observe(document.body, { childList: true, subtree: true })
  seek()
}

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]
}
