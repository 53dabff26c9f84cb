import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { waitingReportsAtom } from '#client/live/reports.count.ts'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { FailedBar } from '#client/ui/FailedBar.tsx'
import { isAdministrator } from '#protocol/access.ts'
import {
  administratorMenu,
  type MenuItem,
  memberMenu,
  menuScreen,
  selectedItem,
  visitorMenu,
} from './menu.ts'

/** Visitors do not need it. */
const SignOutItem = lazyComponent(
  lazyModule(() => import('./SignOut.tsx').then(part => part.SignOutItem)),
  FailedBar,
)

interface MenuProps {
  className: string
  onChoose?: () => void
}

/** The main menu; empty while the session is being checked. */
export function Menu({ className, onChoose }: MenuProps) {
  const status = useAtomValue(authStatusAtom)
  const auth = useAtomValue(authAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const reports = useAtomValue(waitingReportsAtom)
  const screen = menuScreen(useLocation())

  if (status === 'checking') return null
  const isMember = status === 'signedIn'
  const membersMenu = isAdministrator(auth) ? administratorMenu : memberMenu
  const menu = isMember ? membersMenu : visitorMenu
  const selected = selectedItem(menu, screen)

  /** The selected item may not be the one of this screen: then it is current, but not the current page. */
  function ariaCurrent(item: MenuItem) {
    if (item !== selected) return undefined
    return item.screens.includes(screen) ? 'page' : true
  }

  return (
    <ul className={className}>
      {menu.map(item => (
        <li key={item.path}>
          <Link className="menu-item" to={item.path} aria-current={ariaCurrent(item)} onClick={onChoose}>
            {t(item.label)}
            {item.badge === 'unread' && <UnreadBadge count={unread} />}
            {item.badge === 'reports' && <UnreadBadge count={reports} labelKey="common.waitingReports" />}
          </Link>
        </li>
      ))}
      {isMember && (
        <li>
          <SignOutItem onChoose={onChoose} />
        </li>
      )}
    </ul>
  )
}
