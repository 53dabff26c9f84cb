import { useAtomValue } from 'jotai'
import { Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary, Lazy, lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { FailedScreen } from '#client/ui/ErrorState.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { screenOf } from '#protocol/screens.ts'
import { whenPrerenderedIsLoaded } from './prerendered.ts'
import { Shell } from './Shell.tsx'
import { homeScreens, type LazyScreenPart, memberScreens, visitorScreen } from './screens.tsx'

export function App() {
  // Rerenders the whole app when the language changes.
  useLanguage()
  return (
    // If the shell itself fails to render, the page is not blank.
    <ErrorBoundary renderFailure={FailedScreen}>
      <Shell>
        <Screens />
      </Shell>
    </ErrorBoundary>
  )
}

/** The first page does not need them. */
const RequireSignIn = lazyComponent(
  lazyModule(() => import('./RequireSignIn.tsx').then(part => part.RequireSignIn)),
  FailedScreen,
)
const SessionPending = lazyComponent(
  lazyModule(() => import('./RequireSignIn.tsx').then(part => part.SessionPending)),
  FailedScreen,
)

/** Renders the screen at the address. */
export function Screens() {
  const { pathname } = useLocation()
  const status = useAtomValue(authStatusAtom)
  const membersHome = screenOf(pathname, homeScreens.member)
  if (membersHome && status === 'checking') return <SessionPending pending={<ScreenPending />} />
  const membersScreen = screenOf(pathname, memberScreens)
  if (membersScreen === undefined)
    return <LazyScreen screen={(status !== 'signedOut' && membersHome) || visitorScreen(pathname)} />
  return (
    <RequireSignIn pending={<ScreenPending />}>
      <LazyScreen screen={membersScreen} />
    </RequireSignIn>
  )
}

/** Keeps the prerendered HTML until the code of the screen is loaded. */
function LazyScreen({ screen }: { screen: LazyScreenPart }) {
  return (
    <Suspense fallback={<ScreenPending />}>
      <LoadedScreen screen={screen} />
    </Suspense>
  )
}

function LoadedScreen({ screen }: { screen: LazyScreenPart }) {
  const { pathname } = useLocation()
  const loading = whenPrerenderedIsLoaded(screen)
  if (loading) use(loading)
  // index.html repeats an earlier click.
  useEffect(() => void dispatchEvent(new Event('screenready')), [])
  return <Lazy part={screen} failed={FailedScreen} pending={<ScreenPending />} place={pathname} props={{}} />
}
