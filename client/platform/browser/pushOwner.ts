import { del, get, set } from 'idb-keyval'
import { createDeviceStore } from './deviceStore.ts'

const OWNER = 'userNo'

// Opened by the page and by the service worker: it is all that the worker knows of anybody.
const owner = createDeviceStore('geulmaru-push', 'owner')

/** Whose news this device shows; undefined while nobody's. */
export const pushOwnerNo = () => get<number>(OWNER, owner)
export const setPushOwner = (userNo: number) => set(OWNER, userNo, owner)
export const forgetPushOwner = () => del(OWNER, owner)
