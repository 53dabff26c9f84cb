import { scrollerOf } from './scroller.ts'

/** How long a list may take to show the row again that one came from. */
const ROW_MS = 3_000

/**
 * Whether a navigation waits for its screen's heading to take the focus. The heading may come late, with the data; by
 * then somebody may have pressed something, and the focus is theirs.
 */
let waiting = false
let stopSeeking = () => {}

export function expectArrival(): void {
  waiting = true
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, takeArrival, { once: true, capture: true })
}

/** True once after each navigation. */
export function takeArrival(): boolean {
  const waited = waiting
  waiting = false
  return waited
}

/** A link by which one left a screen: its address, and which of the links with that address it is. */
export interface LeavingLink {
  href: string
  place: number
}

/** The link in the screen that an event comes from; null where it comes from elsewhere, such as the header. */
export function leavingLinkOf({ target }: Event): LeavingLink | null {
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  return { href, place: linksTo(href).indexOf(link as HTMLElement) }
}

/**
 * Back at a screen, gives the focus to the link by which it was left, as a browser does between pages. Until the link is there the
 * screen's heading has the focus, and keeps it where the link is gone or somebody uses another thing first.
 */
export function returnFocusTo({ href, place }: LeavingLink): void {
  stopSeeking()
  const stop = new AbortController()
  stopSeeking = () => stop.abort()

  function seek(): void {
    const links = linksTo(href)
    const link = links[place] ?? links[0]
    if (!link) return
    stop.abort()
    waiting = false
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
