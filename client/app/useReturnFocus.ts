import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { consumeNavigationFlag } from '#client/platform/browser/navigationFocus.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'

/** How long a list may take to render the link again, in milliseconds. */
const SEARCH_TIMEOUT_MS = 3_000

/** By history entry: the link with which the user last left it. */
const clickedLinks = new Map<string, ClickedLink | null>()
let cancelSearch = () => {}

/** After back or forward, focuses the link with which the user left the screen, like a browser does between pages. */
export function useReturnFocus(): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    // The key of the first entry is the same in every visit, so the address is added to it.
    const entry = `${key} ${pathname}${search}`
    const rememberLink = (event: Event) => clickedLinks.set(entry, clickedLinkOf(event))
    window.addEventListener('click', rememberLink, { capture: true })
    const link = clickedLinks.get(entry)
    if (type === 'POP' && link) returnFocusTo(link)
    return () => window.removeEventListener('click', rememberLink, { capture: true })
  }, [key, pathname, search, type])
}

/** `index` is its position among the links with the same address. */
interface ClickedLink {
  href: string
  index: number
}

/** The link in the screen that was clicked; null for clicks elsewhere, such as in the header. */
function clickedLinkOf({ target }: Event): ClickedLink | null {
  const link = target instanceof Element ? target.closest('main a[href]') : null
  const href = link?.getAttribute('href')
  if (!link || !href) return null
  return { href, index: linksTo(href).indexOf(link as HTMLElement) }
}

/** Until the link is rendered the heading has the focus. It keeps it if the link is gone, or if the user does something first. */
function returnFocusTo({ href, index }: ClickedLink): void {
  cancelSearch()
  const controller = new AbortController()
  cancelSearch = () => controller.abort()

  function search(): void {
    const links = linksTo(href)
    const link = links[index] ?? links[0]
    if (!link) return
    controller.abort()
    consumeNavigationFlag()
    link.focus({ preventScroll: true })
    // The scroll position of the page itself is restored elsewhere.
    if (scrollerOf(link) !== document.scrollingElement) link.scrollIntoView({ block: 'nearest' })
  }
  const changes = new MutationObserver(search)
  const timer = setTimeout(() => controller.abort(), SEARCH_TIMEOUT_MS)
  controller.signal.addEventListener('abort', () => {
    changes.disconnect()
    clearTimeout(timer)
  })
  for (const name of ['keydown', 'pointerdown'])
    window.addEventListener(name, () => controller.abort(), { signal: controller.signal, capture: true })
  changes.observe(document.body, { childList: true, subtree: true })
  search()
}

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)]
}
