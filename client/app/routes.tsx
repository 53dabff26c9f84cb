import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { HomeScreen } from '#client/features/home/HomeScreen.tsx'
import { paths } from '#client/paths.ts'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { screenOf } from '#protocol/screens.ts'
import { fetchAhead } from './ahead.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RequireSignIn } from './RequireSignIn.tsx'
import { type LazyScreenPart, memberScreens, notFoundScreen, openScreens } from './screens.tsx'

/** They come with the first page. */
export const firstScreens = { '/': HomeScreen, [paths.home]: HomeScreen }

/** The screen at the address. */
export function Screens() {
  const { pathname } = useLocation()
  if (screenOf(pathname, firstScreens)) return <HomeScreen />
  const membersScreen = screenOf(pathname, memberScreens)
  return (
    <ErrorBoundary place={pathname}>
      {membersScreen ? (
        <RequireSignIn>
          <ArrivingScreen screen={membersScreen} />
        </RequireSignIn>
      ) : (
        <ArrivingScreen screen={screenOf(pathname, openScreens) ?? notFoundScreen} />
      )}
    </ErrorBoundary>
  )
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
