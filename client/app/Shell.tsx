import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { partWithTexts } from '#client/platform/language/partWithTexts.ts'
import { Column } from '#client/ui/Column.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { useNavigationEffects } from './useNavigationEffects.ts'
import './Shell.css'

const tidingsPart = partWithTexts(() => import('./Tidings.tsx').then(part => part.Tidings))

/** What surrounds every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const Tidings = useIdlePart(tidingsPart)
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
      {Tidings && <Tidings />}
      <main className="shell__main" id="content" ref={main} tabIndex={-1}>
        <Column>
          <ErrorBoundary place={pathname}>{children}</ErrorBoundary>
        </Column>
      </main>
      <Footer />
    </div>
  )
}
