import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { ErrorBoundary, idleComponent, lazyWithMessages } from '#client/platform/browser/lazyComponent.tsx'
import { tabStorage } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import { Column } from '#client/ui/Column.tsx'
import { FailedBar, FailedScreen } from '#client/ui/ErrorState.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import './Shell.css'

const AppOverlays = idleComponent(
  lazyWithMessages(() => import('./AppOverlays.tsx').then(part => part.AppOverlays)),
  FailedBar,
)

/** The frame of all screens: header, overlays and footer. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useNavigationEffects()
  // index.html repeats an earlier click on a button of the header or footer.
  useEffect(() => void dispatchEvent(new Event('shellready')), [])

  function skipToContent(event: MouseEvent) {
    // Keep the address.
    event.preventDefault()
    main.current?.focus()
  }

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it moves the focus without changing the address */}
      <a className="shell__skip no-print" href="#content" onClick={skipToContent}>
        {t('shell.skipToContent')}
      </a>
      <Header />
      <AppOverlays />
      <main className="shell__main" id="content" data-path={pathname} ref={main} tabIndex={-1}>
        <Column>
          <ErrorBoundary place={pathname} renderFailure={FailedScreen}>
            {children}
          </ErrorBoundary>
        </Column>
      </main>
      <Footer />
    </div>
  )
}

/**
 * Imitates what a browser does between pages: a new screen starts at its top and its heading is announced; back and forward restore
 * the scroll position. Replacing the address, as for a saved note, does neither.
 */
function useNavigationEffects(): void {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    window.addEventListener('pagehide', storePositions)
    return () => window.removeEventListener('pagehide', storePositions)
  }, [])

  useLayoutEffect(() => {
    const hasMoved = shown.current !== pathname
    shown.current = pathname
    if (hasMoved) requestHeadingFocus()
    if (type === 'PUSH' && hasMoved) window.scrollTo(0, 0)

    // The key of the first entry is the same in every visit, so the address is added to it.
    const entry = `${key} ${pathname}${search}`
    const remember = () => void positions.set(entry, window.scrollY)
    // A visitor may have scrolled the first screen before this code arrived.
    if (!positions.has(entry)) remember()
    window.addEventListener('scroll', remember, { passive: true })
    const stopRestoring = type === 'POP' ? restorePosition(positions.get(entry)) : undefined
    return () => {
      stopRestoring?.()
      window.removeEventListener('scroll', remember)
    }
  }, [key, pathname, search, type])
}

const STORAGE_KEY = 'scroll'
/** How long a screen may take to become high enough for its scroll position. */
const RESTORE_TIMEOUT_MS = 3_000

/** The scroll position of each history entry of the tab, in pixels, by the router's key and the address. */
const positions = readPositions()

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '[]'))
  } catch {
    return new Map()
  }
}

/** Makes the positions survive a reload. */
function storePositions(): void {
  tabStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
}

/** Scrolls to the position as soon as its content is there. Returns the function that cancels this. */
function restorePosition(target = 0): () => void {
  const controller = new AbortController()
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, target)
    if (Math.abs(window.scrollY - target) <= 1) controller.abort()
  })
  const timer = setTimeout(() => controller.abort(), RESTORE_TIMEOUT_MS)
  controller.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  // Stop when the user scrolls or does something else.
  for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(name, () => controller.abort(), { signal: controller.signal, passive: true })
  growth.observe(document.body)
  return () => controller.abort()
}
