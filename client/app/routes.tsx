import { type ReactNode, useEffect } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { HomeScreen } from '#client/features/home/HomeScreen.tsx'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { fetchAhead } from './ahead.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { RequireSignIn } from './RequireSignIn.tsx'
import { type LazyScreenPart, memberScreens, openScreens } from './screens.tsx'

export function Screens() {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      <Route path="/home" element={<HomeScreen />} />
      {routesTo(openScreens)}
      <Route element={<RequireSignIn />}>{routesTo(memberScreens)}</Route>
    </Routes>
  )
}

function routesTo(screens: Record<string, LazyScreenPart>): ReactNode[] {
  return Object.entries(screens).map(([path, screen]) => (
    <Route key={path} path={path} element={<GuardedScreen screen={screen} />} />
  ))
}

function GuardedScreen({ screen }: { screen: LazyScreenPart }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary place={pathname}>
      <ArrivingScreen screen={screen} />
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
  return Screen === undefined ? <ScreenPending /> : <Screen />
}
