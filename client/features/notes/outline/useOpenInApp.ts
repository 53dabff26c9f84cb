import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { decodeFragment } from '#client/platform/browser/decodeFragment.ts'
import { scrollerOf } from '#client/platform/browser/scroller.ts'

/** Where a link within a note was followed, by the router's key of the history entry. */
const leftPlaces = new Map<string, { link: HTMLElement; scrollTop: number }>()

/** Opens an address of the app, or a heading of the note on the screen as an entry of its own in the history. */
export function useOpenInApp(): (address: string, link: HTMLElement) => void {
  const navigate = useNavigate()
  return useCallback(
    (address, link) => {
      if (!address.startsWith('#')) {
        void navigate(address)
        return
      }
      const { pathname, search, hash } = window.location
      leftPlaces.set(currentKey(), { link, scrollTop: scrollerOf(link).scrollTop })
      // Pressed once more it leads there again, without a second entry.
      void navigate({ pathname, search, hash: address }, { replace: decodeFragment(hash) === address })
    },
    [navigate],
  )
}

/** After Back: the focus returns to the link that was followed, and the note to where it was. */
export function returnToLink(key: string): boolean {
  const left = leftPlaces.get(key)
  if (!left?.link.isConnected) return false
  scrollerOf(left.link).scrollTop = left.scrollTop
  left.link.focus({ preventScroll: true })
  return true
}

/** The router names the first entry of a visit 'default'. */
function currentKey(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : 'default'
}
