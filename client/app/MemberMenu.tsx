import { useAtomValue } from 'jotai'
import { unreadTotalAtom, waitingReportsAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { authAtom } from '#client/session/session.ts'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { isAdministrator } from '#protocol/access.ts'
import { type MenuItem, MenuLink } from './MenuLink.tsx'
import { SignOutItem } from './SignOut.tsx'

interface MemberMenuProps {
  screen: string
  onChoose: (() => void) | undefined
}

/** The items of the main menu for members. */
export function MemberMenu({ screen, onChoose }: MemberMenuProps) {
  const auth = useAtomValue(authAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const reports = useAtomValue(waitingReportsAtom)
  const menu = isAdministrator(auth) ? administratorMenu : memberMenu
  const selected = selectedItem(menu, screen)
  return (
    <>
      {menu.map(item => (
        <MenuLink
          key={item.path}
          item={item}
          screen={screen}
          isSelected={item === selected}
          onChoose={onChoose}
        >
          {item === friendsItem && <UnreadBadge count={unread} />}
          {item === administrationItem && <UnreadBadge count={reports} labelKey="common.waitingReports" />}
        </MenuLink>
      ))}
      <li>
        <SignOutItem onChoose={onChoose} />
      </li>
    </>
  )
}

/** The unread notes, on the button that opens the menu. */
export function MenuButtonBadge() {
  return <UnreadBadge count={useAtomValue(unreadTotalAtom)} />
}

const notesItem: MenuItem = {
  path: paths.topics,
  label: 'shell.notes',
  screens: [
    paths.topics,
    '/notelist',
    '/note',
    paths.newNote,
    '/note/create',
    '/note/update',
    paths.trash,
    paths.importNotes,
  ],
}

const friendsItem: MenuItem = {
  path: paths.friends,
  label: 'shell.friends',
  screens: [paths.friends, '/discussion', paths.invitation],
}

export const memberMenu: MenuItem[] = [
  notesItem,
  friendsItem,
  { path: paths.agora, label: 'shell.opinions', screens: [paths.agora] },
]

const administrationItem: MenuItem = {
  path: paths.administration,
  label: 'shell.administration',
  screens: [paths.administration, paths.manageNotices, paths.serverStatus],
}

export const administratorMenu: MenuItem[] = [...memberMenu, administrationItem]

/** Screens without a menu item: the bell and the profile picture lead to them. */
const screensWithoutItem: string[] = [paths.inbox, paths.myInfo]

/** The selected item. The notes are the default. */
export function selectedItem(menu: MenuItem[], screen: string): MenuItem | undefined {
  if (screensWithoutItem.includes(screen)) return undefined
  return menu.find(item => item.screens.includes(screen)) ?? notesItem
}
