import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { rememberScroll, restoreScroll, storeScroll } from './scroll.ts'

/**
 * What a browser does by itself between pages: a new screen begins at its top and is announced from its heading; back
 * and forward return to the old place. A replaced address, such as a saved note's, moves nothing.
 */
export function useNavigationEffects(): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', storeScroll)
    return () => window.removeEventListener('pagehide', storeScroll)
  }, [])

  useLayoutEffect(() => {
    const moved = shown.current !== pathname
    shown.current = pathname
    if (moved) expectArrival()
    if (type === 'PUSH' && moved) window.scrollTo(0, 0)

    // The first entry of every visit has the same key.
    const place = `${key} ${pathname}${search}`
    const remember = () => rememberScroll(place)
    window.addEventListener('scroll', remember, { passive: true })
    const stopRestoring = type === 'POP' ? restoreScroll(place) : undefined
    return () => {
      stopRestoring?.()
      window.removeEventListener('scroll', remember)
    }
  }, [key, pathname, search, type])
}
