import { atom, getDefaultStore } from 'jotai'

/** Chrome's `beforeinstallprompt` event. The page may show its prompt later, once. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

/** Null if the browser offers no installation or the app is installed. */
export const installOfferAtom = atom<InstallOffer | null>(null)

/** Call it before the page is loaded: the event fires right after that. */
export function captureInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    getDefaultStore().set(installOfferAtom, event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => getDefaultStore().set(installOfferAtom, null))
}

export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** iPads identify as Macs, which have no touch screen. On these devices the user installs an app from the share menu. */
export function isAppleTouch(): boolean {
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}
