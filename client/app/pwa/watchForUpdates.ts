import { getDefaultStore } from 'jotai'
import { savesData } from '#client/platform/browser/device.ts'
import { isInstalled } from '#client/platform/browser/installing.ts'
import { activateWorker, registerWorker, workerContainer } from '#client/platform/browser/serviceWorker.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** The minimum interval between update checks, in milliseconds. They happen when the tab becomes visible. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000

/**
 * Registers the service worker for members and offers newer releases. Visitors get no worker, nor do users who save data, unless the app
 * is installed.
 */
export function watchForUpdates(): void {
  if (!import.meta.env.PROD || workerContainer() === null || (savesData() && !isInstalled())) return
  const store = getDefaultStore()
  let hasRegistered = false
  function registerForMembers() {
    if (hasRegistered || store.get(authStatusAtom) !== 'signedIn') return
    hasRegistered = true
    // The page works without it as well.
    register().catch(() => undefined)
  }
  store.sub(authStatusAtom, registerForMembers)
  registerForMembers()
}

async function register(): Promise<void> {
  const registration = await registerWorker()
  if (registration.waiting) offerUpdate(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      // The first worker replaces none.
      if (installing.state === 'installed' && registration.active) offerUpdate(installing)
    })
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_INTERVAL_MS) return
    checkedAt = Date.now()
    // Repeat an offer that the user has ignored.
    if (registration.waiting) offerUpdate(registration.waiting)
    else registration.update().catch(() => undefined)
  })
}

/** The update is never forced. This tab keeps its release until the user accepts. */
function offerUpdate(waiting: ServiceWorker): void {
  getDefaultStore().set(showToastAtom, {
    text: t('connection.newVersion'),
    action: { label: t('common.reload'), run: () => activateWorker(waiting, () => location.reload()) },
  })
}
