import { useAtomValue } from 'jotai'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { useModal } from '#client/ui/Dialog.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { slideOut, useSheetDrag } from '#client/ui/sheet.ts'
import { DarkSwitch } from './DarkSwitch.tsx'
import { Menu } from './Menu.tsx'
import { OwnAvatar } from './members/OwnAvatar.tsx'
import './Drawer.css'

interface DrawerProps {
  open: boolean
  onClose: () => void
}

/** The menu on small screens. It opens from the right, and follows a finger back. */
export function Drawer({ open, onClose }: DrawerProps) {
  const modal = useModal(open, close)
  useSheetDrag(modal.ref, open, close, 'right')
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'

  function close() {
    slideOut(modal.ref.current, onClose, 'right')
  }

  return (
    <dialog className="drawer" aria-label={t('shell.mainMenu')} {...modal}>
      <Button kind="quiet" className="drawer__close" aria-label={t('shell.closeMenu')} onClick={close}>
        <Icon name="close" />
      </Button>
      <nav aria-label={t('shell.mainMenu')}>
        {isMember && (
          <ButtonLink className="drawer__new-note" to={paths.newNote} onClick={onClose}>
            {t('shell.newNote')}
          </ButtonLink>
        )}
        <Menu className="drawer__menu" onChoose={onClose} />
        {isMember && (
          <Link className="menu-item drawer__own" to={paths.myInfo} onClick={onClose}>
            <OwnAvatar />
            {t('myInfo.title')}
          </Link>
        )}
      </nav>
      <DarkSwitch />
    </dialog>
  )
}
