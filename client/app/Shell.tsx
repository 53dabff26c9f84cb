import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '#client/platform/browser/ErrorBoundary.tsx'
import { idleComponent } from '#client/platform/browser/lazyComponent.tsx'
import { t } from '#client/platform/language/language.ts'
import { lazyWithMessages } from '#client/platform/lazyParts.tsx'
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

/** The frame of all screens: header, overlays and footer. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useNavigationEffects()

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
