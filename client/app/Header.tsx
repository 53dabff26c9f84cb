import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import {
  type Failure,
  idleComponent,
  lazyComponent,
  lazyWithMessages,
} from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { FailedBar } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { DarkSwitch } from './DarkSwitch.tsx'
import { Menu } from './Menu.tsx'
import './Header.css'

const Drawer = idleComponent(
  lazyWithMessages(() => import('./Drawer.tsx').then(part => part.Drawer)),
  FailedDrawer,
)

// The menu is in the same file and shows the failure.
const MenuButtonBadge = lazyComponent(
  lazyModule(() => import('./MemberMenu.tsx').then(part => part.MenuButtonBadge)),
  null,
)

const loadTools = () => import('./members/MemberTools.tsx')
const SearchTool = idleComponent(
  lazyWithMessages(() => loadTools().then(part => part.SearchButton)),
  // The other tools are in the same file and show the failure.
  null,
)
const OwnTools = idleComponent(
  lazyWithMessages(() => loadTools().then(part => part.OwnTools)),
  FailedBar,
)

export function Header() {
  const { key } = useLocation()
  // The drawer is open for one history entry, so that any navigation closes it.
  const [drawerKey, setDrawerKey] = useState<string | null>(null)
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  return (
    <header className="header">
      <Column>
        <div className="header__bar">
          <Link className="header__logo" to={paths.home}>
            <Logo />
            <span>{t('common.appName')}</span>
          </Link>
          {isMember && <SearchTool />}
          <nav className="header__nav" aria-label={t('shell.mainMenu')}>
            <Menu className="header__menu" />
          </nav>
          {isMember && <OwnTools />}
          <DarkSwitch />
          <Button
            kind="quiet"
            className="header__menu-button"
            aria-haspopup="dialog"
            onClick={() => setDrawerKey(key)}
          >
            <Icon name="menu" />
            <span className="visually-hidden">{t('shell.openMenu')}</span>
            {isMember && <MenuButtonBadge />}
          </Button>
        </div>
      </Column>
      <Drawer open={drawerKey === key} onClose={() => setDrawerKey(null)} />
    </header>
  )
}

function FailedDrawer({ open, ...failure }: Failure & { open: boolean }) {
  return open && <FailedBar {...failure} />
}

/** The syllable 글 in a square of manuscript paper. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect className="logo__square" x="1.5" y="1.5" width="29" height="29" rx="4" />
      <path className="logo__syllable" d="M10.5 7.5h11v4M7 15.5h18M10.5 19.5h11v3h-11v3h11" />
    </svg>
  )
}
