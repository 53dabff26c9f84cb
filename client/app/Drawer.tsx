import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { useModal } from '#client/ui/useModal.ts'
import { DarkSwitch } from './DarkSwitch.tsx'
import { Menu } from './Menu.tsx'
import './Drawer.css'

interface DrawerProps {
  open: boolean
  onClose: () => void
}

/** The menu of small screens, from the right. */
export function Drawer({ open, onClose }: DrawerProps) {
  const modal = useModal(open, onClose)
  return (
    <dialog className="drawer" aria-label={t('shell.mainMenu')} {...modal}>
      <Button kind="quiet" className="drawer__close" aria-label={t('shell.closeMenu')} onClick={onClose}>
        <Icon name="close" />
      </Button>
      <nav aria-label={t('shell.mainMenu')}>
        <Menu className="drawer__menu" onChoose={onClose} />
      </nav>
      <DarkSwitch />
    </dialog>
  )
}
