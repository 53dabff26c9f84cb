import { atom, getDefaultStore } from 'jotai'

/** Chrome's offer to put the page among the apps, which the page may make at a time of its own, once. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

/** Null where the browser makes none, or the app is there already. */
export const installOfferAtom = atom<InstallOffer | null>(null)

/** To be called before the page is loaded: the offer comes right after that. */
export function holdInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    getDefaultStore().set(installOfferAtom, event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => getDefaultStore().set(installOfferAtom, null))
}

export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** An iPad calls itself a Mac, which has no touch. There people put a page among their apps by themselves. */
export function isAppleTouch(): boolean {
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
}
