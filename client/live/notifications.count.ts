import { atom } from 'jotai'
import { noNotifications } from './notifications.numbers.ts'

/** The one store of the bell's number: the bell and the tab's title speak from it. */
export const notificationCountAtom = atom(noNotifications)

/** How many entries are new. */
export const newNotificationsAtom = atom(get => get(notificationCountAtom).count)
