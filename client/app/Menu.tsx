import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { FailedBar } from '#client/ui/ErrorState.tsx'
import { type MenuItem, MenuLink, menuScreen } from './MenuLink.tsx'

/** Visitors do not need it. */
const MemberMenu = lazyComponent(
  lazyModule(() => import('./MemberMenu.tsx').then(part => part.MemberMenu)),
  FailedBar,
)

interface MenuProps {
  className: string
  onChoose?: () => void
}

/** The main menu; empty while the session is being checked. */
export function Menu({ className, onChoose }: MenuProps) {
  const status = useAtomValue(authStatusAtom)
  const screen = menuScreen(useLocation())
  if (status === 'checking') return null
  return (
    <ul className={className}>
      {status === 'signedIn' ? (
        <MemberMenu screen={screen} onChoose={onChoose} />
      ) : (
        visitorMenu.map(item => (
          <MenuLink
            key={item.path}
            item={item}
            screen={screen}
            isSelected={item.screens.includes(screen)}
            onChoose={onChoose}
          />
        ))
      )}
    </ul>
  )
}

const visitorMenu: MenuItem[] = [
  { path: paths.signUp, label: 'shell.signUp', screens: [paths.signUp] },
  { path: paths.signIn, label: 'shell.signIn', screens: [paths.signIn, paths.passwordReset, paths.oidc] },
]
