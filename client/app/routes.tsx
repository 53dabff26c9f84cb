import { useAtomValue } from 'jotai'
import { Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { SignInCheck } from '#client/features/accounts/SignInCheck.tsx'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { screenOf } from '#protocol/screens.ts'
import { fetchAhead } from './ahead.ts'
import { drawnHomeIsThere } from './drawn.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RequireSignIn } from './RequireSignIn.tsx'
import { homeScreens, type LazyScreenPart, memberScreens, notFoundScreen, openScreens } from './screens.tsx'

/** The screen at the address. */
export function Screens() {
  const { pathname } = useLocation()
  const status = useAtomValue(authStatusAtom)
  const visitorsHome = screenOf(pathname, homeScreens.visitor)
  const membersHome = screenOf(pathname, homeScreens.member)
  if (membersHome && status === 'checking') return <SignInCheck />
  if (visitorsHome && status === 'signedOut') return <DrawnScreen screen={visitorsHome} />
  const membersScreen = screenOf(pathname, memberScreens)
  return (
    <ErrorBoundary place={pathname}>
      {membersScreen ? (
        <RequireSignIn>
          <ArrivingScreen screen={membersScreen} />
        </RequireSignIn>
      ) : (
        <ArrivingScreen screen={membersHome ?? screenOf(pathname, openScreens) ?? notFoundScreen} />
      )}
    </ErrorBoundary>
  )
}

/** What stands of it in the page as built stays until its code is there. */
function DrawnScreen({ screen }: { screen: LazyScreenPart }) {
  return (
    <Suspense fallback={<ScreenPending />}>
      <ScreenDrawnBefore screen={screen} />
    </Suspense>
  )
}

function ScreenDrawnBefore({ screen }: { screen: LazyScreenPart }) {
  const { part } = useLazyPart(screen)
  const isThere = drawnHomeIsThere()
  if (part === undefined && isThere) use(isThere)
  return <ArrivingScreen screen={screen} />
}

function ArrivingScreen({ screen }: { screen: LazyScreenPart }) {
  const { part: Screen, failure } = useLazyPart(screen)
  const isThere = Screen !== undefined

  useEffect(() => {
    // What does not come ahead comes later.
    if (isThere) fetchAhead().catch(() => undefined)
  }, [isThere])

  if (failure !== undefined) throw failure
  return isThere ? <Screen /> : <ScreenPending />
}
