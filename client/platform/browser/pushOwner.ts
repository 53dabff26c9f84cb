import { del, get, set } from 'idb-keyval'
import { createDeviceStore } from './deviceStore.ts'

const OWNER = 'userNo'

// Shared by the page and the service worker. The worker knows nothing else about the user.
const owner = createDeviceStore('geulmaru-push', 'owner')

/** The user whose push notifications this device shows; undefined if there is none. */
export const pushOwnerNo = () => get<number>(OWNER, owner)
export const setPushOwner = (userNo: number) => set(OWNER, userNo, owner)
export const forgetPushOwner = () => del(OWNER, owner)
