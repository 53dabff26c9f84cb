import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import type { TextKey } from '#protocol/text/index.ts'

export interface MenuItem {
  path: string
  label: Extract<TextKey, `shell.${string}`>
  /** The screens for which the item is selected. */
  screens: string[]
}

interface MenuLinkProps {
  item: MenuItem
  screen: string
  isSelected: boolean
  onChoose: (() => void) | undefined
  /** The badge. */
  children?: ReactNode
}

export function MenuLink({ item, screen, isSelected, onChoose, children }: MenuLinkProps) {
  // The selected item may not be the one of this screen: then it is current, but not the current page.
  const current = item.screens.includes(screen) ? 'page' : true
  return (
    <li>
      <Link
        className="menu-item"
        to={item.path}
        aria-current={isSelected ? current : undefined}
        onClick={onChoose}
      >
        {t(item.label)}
        {children}
      </Link>
    </li>
  )
}

/** The screen at this address, for the selection of menu items. A note in a hub belongs to the hub. */
export function menuScreen({ pathname, search }: { pathname: string; search: string }): string {
  return /[?&]hub=/.test(search) ? '/discussion' : pathname
}
