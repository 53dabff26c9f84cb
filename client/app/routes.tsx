import { useAtomValue } from 'jotai'
import { Suspense, use } from 'react'
import { useLocation } from 'react-router'
import { Lazy, lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { screenOf } from '#protocol/screens.ts'
import { whenHomeIsLoaded } from './prerendered.ts'
import { homeScreens, type LazyScreenPart, memberScreens, notFoundScreen, openScreens } from './screens.tsx'

/** The first page does without it. */
const RequireSignIn = lazyComponent(
  lazyModule(() => import('./RequireSignIn.tsx').then(part => part.RequireSignIn)),
  FailedScreen,
)
const SessionPending = lazyComponent(
  lazyModule(() => import('./SessionPending.tsx').then(part => part.SessionPending)),
  FailedScreen,
)

/** The screen at the address. */
export function Screens() {
  const { pathname } = useLocation()
  const status = useAtomValue(authStatusAtom)
  const visitorsHome = screenOf(pathname, homeScreens.visitor)
  const membersHome = screenOf(pathname, homeScreens.member)
  if (membersHome && status === 'checking') return <SessionPending pending={<ScreenPending />} />
  if (visitorsHome && status === 'signedOut') return <PrerenderedScreen screen={visitorsHome} />
  const membersScreen = screenOf(pathname, memberScreens)
  if (membersScreen === undefined)
    return <ArrivingScreen screen={membersHome ?? screenOf(pathname, openScreens) ?? notFoundScreen} />
  return (
    <RequireSignIn pending={<ScreenPending />}>
      <ArrivingScreen screen={membersScreen} />
    </RequireSignIn>
  )
}

/** What stands of it in the page as built stays until its code is there. */
function PrerenderedScreen({ screen }: { screen: LazyScreenPart }) {
  return (
    <Suspense fallback={<ScreenPending />}>
      <ScreenPrerenderedBefore screen={screen} />
    </Suspense>
  )
}

function ScreenPrerenderedBefore({ screen }: { screen: LazyScreenPart }) {
  const isThere = whenHomeIsLoaded()
  if (screen.arrival().part === undefined && isThere) use(isThere)
  return <ArrivingScreen screen={screen} />
}

function ArrivingScreen({ screen }: { screen: LazyScreenPart }) {
  const { pathname } = useLocation()
  return <Lazy part={screen} failed={FailedScreen} pending={<ScreenPending />} place={pathname} props={{}} />
}
