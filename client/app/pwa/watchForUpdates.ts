import { getDefaultStore } from 'jotai'
import { isInstalled } from '#client/platform/browser/installing.ts'
import { savesData } from '#client/platform/browser/saveData.ts'
import { registerWorker, workerContainer } from '#client/platform/browser/serviceWorker.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { TAKE_OVER } from './worker.messages.ts'

/** How often, at most and when the tab is looked at, it is asked whether there is a newer release, in milliseconds. */
const ASKED_EVERY_MS = 60 * 60 * 1000

/**
 * Keeps the product's screens on the devices of members, and tells when a newer release has come. Not where data is to be saved,
 * unless the product was installed; a visitor's browser keeps nothing.
 */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || workerContainer() === null || (savesData() && !isInstalled())) return
  const store = getDefaultStore()
  let isFollowing = false
  function follow() {
    if (isFollowing || store.get(authStatusAtom) !== 'signedIn') return
    isFollowing = true
    // Without it the page still works.
    register().catch(() => undefined)
  }
  store.sub(authStatusAtom, follow)
  follow()
}

async function register(): Promise<void> {
  const registration = await registerWorker()
  if (registration.waiting) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      // The very first one replaces nothing.
      if (coming.state === 'installed' && registration.active) offer(coming)
    })
  })
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < ASKED_EVERY_MS) return
    askedAt = Date.now()
    // Who passed over the offer is told again, seldom.
    if (registration.waiting) offer(registration.waiting)
    else registration.update().catch(() => undefined)
  })
}

/** Never forced: this tab goes on as it is until its reader wants the new one. */
function offer(waiting: ServiceWorker): void {
  function takeOver() {
    workerContainer()?.addEventListener('controllerchange', () => location.reload(), { once: true })
    waiting.postMessage(TAKE_OVER)
  }
  getDefaultStore().set(showToastAtom, {
    text: t('connection.newVersion'),
    action: { label: t('common.reload'), run: takeOver },
  })
}
