import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { partWithTexts } from '#client/platform/language/partWithTexts.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { DarkSwitch } from './DarkSwitch.tsx'
import { Logo } from './Logo.tsx'
import { Menu } from './Menu.tsx'
import type { MemberTool } from './members/MemberTools.tsx'
import './Header.css'

const drawerPart = partWithTexts(() => import('./Drawer.tsx').then(part => part.Drawer))
const toolsPart = partWithTexts(() => import('./members/MemberTools.tsx').then(part => part.memberTools))

export function Header() {
  const { key } = useLocation()
  // Wherever it leads, also back: the menu was opened at one place and is closed at the next.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const Drawer = useIdlePart(drawerPart)
  const unread = useAtomValue(unreadTotalAtom)
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  return (
    <header className="header">
      <Column>
        <div className="header__bar">
          <Link className="header__logo" to={paths.home}>
            <Logo />
            <span>{t('common.appName')}</span>
          </Link>
          {isMember && <Tool name="Find" />}
          <nav className="header__nav" aria-label={t('shell.mainMenu')}>
            <Menu className="header__menu" />
          </nav>
          {isMember && <Tool name="Own" />}
          <DarkSwitch />
          <Button
            kind="quiet"
            className="header__menu-button"
            aria-haspopup="dialog"
            onClick={() => setOpenedAt(key)}
          >
            <Icon name="menu" />
            <span className="visually-hidden">{t('shell.openMenu')}</span>
            <UnreadBadge count={unread} />
          </Button>
        </div>
      </Column>
      {Drawer && <Drawer open={openedAt === key} onClose={() => setOpenedAt(null)} />}
    </header>
  )
}

function Tool({ name }: { name: MemberTool }) {
  const Part = useIdlePart(toolsPart)?.[name]
  return Part && <Part />
}
