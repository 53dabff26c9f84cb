import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { completeCatalogue, t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { DarkSwitch } from './DarkSwitch.tsx'
import { Logo } from './Logo.tsx'
import { Menu } from './Menu.tsx'
import './Header.css'

const drawerPart = lazyPart(() => import('./Drawer.tsx').then(part => part.Drawer))
const findPart = lazyPart(async () => {
  const [part] = await Promise.all([import('#client/features/find/FindButton.tsx'), completeCatalogue()])
  return part.FindButton
})

export function Header() {
  const [menuOpen, setMenuOpen] = useState(false)
  const Drawer = useIdlePart(drawerPart)
  const unread = useAtomValue(unreadTotalAtom)
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  return (
    <header className="header">
      <Column>
        <div className="header__bar">
          <Link className="header__logo" to={paths.home}>
            <Logo />
            {t('common.appName')}
          </Link>
          {isMember && <Find />}
          {isMember && (
            <Link className="header__new-note" to={paths.newNote}>
              {t('shell.newNote')}
            </Link>
          )}
          <nav className="header__nav" aria-label={t('shell.mainMenu')}>
            <Menu className="header__menu" />
          </nav>
          <DarkSwitch />
          <Button
            kind="quiet"
            className="header__menu-button"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <Icon name="menu" />
            <span className="visually-hidden">{t('shell.openMenu')}</span>
            <UnreadBadge count={unread} />
          </Button>
        </div>
      </Column>
      {Drawer && <Drawer open={menuOpen} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

/** Only members have something to find. */
function Find() {
  const FindButton = useIdlePart(findPart)
  return FindButton && <FindButton />
}
