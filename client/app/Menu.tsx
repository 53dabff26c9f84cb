import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { unreadTotalAtom, waitingReportsAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { FailedBar } from '#client/ui/ErrorState.tsx'
import { isAdministrator } from '#protocol/access.ts'
import type { TextKey } from '#protocol/text/index.ts'

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

interface MenuItem {
  path: string
  label: Extract<TextKey, `shell.${string}`>
  /** The screens for which the item is selected. */
  screens: string[]
  /** The count in its badge. */
  badge?: 'unread' | 'reports'
}

export const visitorMenu: MenuItem[] = [
  { path: paths.signUp, label: 'shell.signUp', screens: [paths.signUp] },
  { path: paths.signIn, label: 'shell.signIn', screens: [paths.signIn, paths.passwordReset] },
]

const notesItem: MenuItem = {
  path: paths.topics,
  label: 'shell.notes',
  screens: [paths.topics, '/notelist', '/note', paths.newNote, '/note/create', '/note/update', paths.trash],
}

export const memberMenu: MenuItem[] = [
  notesItem,
  {
    path: paths.friends,
    label: 'shell.friends',
    screens: [paths.friends, '/discussion', paths.invitation],
    badge: 'unread',
  },
  { path: paths.agora, label: 'shell.opinions', screens: [paths.agora] },
]

export const administratorMenu: MenuItem[] = [
  ...memberMenu,
  {
    path: paths.administration,
    label: 'shell.administration',
    screens: [paths.administration, paths.manageNotices],
    badge: 'reports',
  },
]

/** The screen at this address, for the selection of menu items. A note in a hub belongs to the hub. */
export function menuScreen({ pathname, search }: { pathname: string; search: string }): string {
  return /[?&]hub=/.test(search) ? '/discussion' : pathname
}

/** Screens without a menu item: the bell and the profile picture lead to them. */
const screensWithoutItem: string[] = [paths.inbox, paths.myInfo]

/** The selected item. For members the notes are the default. */
export function selectedItem(menu: MenuItem[], screen: string): MenuItem | undefined {
  if (screensWithoutItem.includes(screen)) return undefined
  const found = menu.find(item => item.screens.includes(screen))
  return found ?? (menu === visitorMenu ? undefined : notesItem)
}
