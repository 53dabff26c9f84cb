import { paths } from '#client/paths.ts'
import type { TextKey } from '#protocol/text/index.ts'

export interface MenuItem {
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
