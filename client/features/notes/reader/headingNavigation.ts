import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { scrollerOf, scrollToAndFocus } from '#client/platform/browser/scrolling.ts'
import { decodeFragment } from '#protocol/encoding.ts'

/** The link that was clicked and the scroll offset at that time, by the router's key of the history entry. */
const clickedLinks = new Map<string, { link: HTMLElement; scrollTop: number }>()

/** Returns a function that navigates to a path of the app, or to a heading of the open note with a history entry of its own. */
export function useOpenInApp(): (address: string, link: HTMLElement) => void {
  const navigate = useNavigate()
  return useCallback(
    (address, link) => {
      if (!address.startsWith('#')) {
        void navigate(address)
        return
      }
      const { pathname, search, hash } = window.location
      clickedLinks.set(currentKey(), { link, scrollTop: scrollerOf(link).scrollTop })
      // A second click on the same link scrolls again without another history entry.
      void navigate({ pathname, search, hash: address }, { replace: decodeFragment(hash) === address })
    },
    [navigate],
  )
}

/** After Back: restores the scroll offset and focuses the link that was clicked. */
function returnToLink(key: string): boolean {
  const clickedLink = clickedLinks.get(key)
  if (!clickedLink?.link.isConnected) return false
  scrollerOf(clickedLink.link).scrollTop = clickedLink.scrollTop
  clickedLink.link.focus({ preventScroll: true })
  return true
}

/** The router uses 'default' for the first entry of a visit. */
function currentKey(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}

/**
 * Scrolls to the heading in the URL, once per navigation and as soon as the note is rendered. Reads the hash at that time, because the
 * outline, which is visible earlier, may have changed it.
 */
export function useScrollToHeadingInUrl(isRendered: boolean): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const handledKey = useRef<string>(undefined)

  useEffect(() => {
    if (!isRendered || handledKey.current === key) return
    handledKey.current = key
    if (type === 'POP' && returnToLink(key)) return
    const { hash } = window.location
    if (hash !== '') scrollToAndFocus(decodeFragment(hash.slice(1)))
  }, [isRendered, key, type])
}

/** Scrolls to a heading and puts it into the URL without a history entry, so that Back leaves the note. */
export function scrollToHeading(id: string): void {
  // Keeps the router's own state.
  history.replaceState(history.state, '', `#${id}`)
  scrollToAndFocus(id)
}
