import { paths } from '#client/paths.ts'
import type { TextKey } from '#protocol/text/index.ts'

export interface MenuItem {
  path: string
  label: Extract<TextKey, `shell.${string}`>
  /** Every screen that belongs to the item. */
  screens: string[]
  /** What is counted beside it. */
  shows?: 'unread' | 'reports'
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
    shows: 'unread',
  },
  { path: paths.agora, label: 'shell.opinions', screens: [paths.agora] },
]

export const administratorMenu: MenuItem[] = [
  ...memberMenu,
  {
    path: paths.administration,
    label: 'shell.administration',
    screens: [paths.administration, paths.manageNotices],
    shows: 'reports',
  },
]

/** The screen at this address, as the items of the menu know it: a note that is read in a room belongs to the room. */
export function menuScreen({ pathname, search }: { pathname: string; search: string }): string {
  return /[?&]hub=/.test(search) ? '/discussion' : pathname
}

/** The bell and one's own picture lead to them, and no item does. */
const besideMenu: string[] = [paths.inbox, paths.myInfo]

/** The item of a screen. To members the notes are selected from the start. */
export function selectedItem(menu: MenuItem[], screen: string): MenuItem | undefined {
  if (besideMenu.includes(screen)) return undefined
  const found = menu.find(item => item.screens.includes(screen))
  return found ?? (menu === visitorMenu ? undefined : notesItem)
}
