import { useAtomValue } from 'jotai'
import { useLocation, useNavigate } from 'react-router'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { signOut } from '#client/session/session.actions.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { isAdministrator } from '#protocol/access.ts'
import { administratorMenu, type MenuItem, memberMenu, selectedItem, visitorMenu } from './menu.ts'

interface MenuProps {
  className: string
  /** After something was chosen. */
  onChoose?: () => void
}

/** The main menu; empty while it is not known who is looking. */
export function Menu({ className, onChoose }: MenuProps) {
  const status = useAtomValue(authStatusAtom)
  const auth = useAtomValue(authAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const { pathname } = useLocation()
  const navigate = useNavigate()

  if (status === 'checking') return null
  const isMember = status === 'signedIn'
  const membersMenu = isAdministrator(auth) ? administratorMenu : memberMenu
  const menu = isMember ? membersMenu : visitorMenu
  const selected = selectedItem(menu, pathname)

  /** The selected item may belong to another screen: then it is current, but not this page. */
  function currentness(item: MenuItem) {
    if (item !== selected) return undefined
    return item.screens.includes(pathname) ? 'page' : true
  }

  function leave() {
    onChoose?.()
    void navigate(paths.home)
    // Here the user is signed out already; a server that cannot be told lets the token run out.
    signOut().catch(() => undefined)
  }

  return (
    <ul className={className}>
      {menu.map(item => (
        <li key={item.path}>
          <Link className="menu-item" to={item.path} aria-current={currentness(item)} onClick={onChoose}>
            {t(item.label)}
            {item.showsUnread && <UnreadBadge count={unread} />}
          </Link>
        </li>
      ))}
      {isMember && (
        <li>
          <button className="menu-item" type="button" onClick={leave}>
            {t('shell.signOut')}
          </button>
        </li>
      )}
    </ul>
  )
}
