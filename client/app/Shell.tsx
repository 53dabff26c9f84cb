import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '#client/platform/browser/ErrorBoundary.tsx'
import { idleComponent } from '#client/platform/browser/lazyComponent.tsx'
import { t } from '#client/platform/language/language.ts'
import { lazyWithMessages } from '#client/platform/language/lazyWithMessages.ts'
import { Column } from '#client/ui/Column.tsx'
import { FailedBar } from '#client/ui/FailedBar.tsx'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { useNavigationEffects } from './useNavigationEffects.ts'
import './Shell.css'

const AppOverlays = idleComponent(
  lazyWithMessages(() => import('./AppOverlays.tsx').then(part => part.AppOverlays)),
  FailedBar,
)

/** What surrounds every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useNavigationEffects()

  function skip(event: MouseEvent) {
    // The address stays as it is.
    event.preventDefault()
    main.current?.focus()
  }

  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a place, without changing the address */}
      <a className="shell__skip no-print" href="#content" onClick={skip}>
        {t('shell.skipToContent')}
      </a>
      <Header />
      <AppOverlays />
      <main className="shell__main" id="content" ref={main} tabIndex={-1}>
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
