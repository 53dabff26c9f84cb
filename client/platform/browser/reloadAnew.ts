import { findRegistration } from '#client/platform/browser/serviceWorker.ts'
import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'

/** Loads the page in the form that the server has now, whatever the device keeps. */
export async function reloadPage(): Promise<void> {
  const registration = await findRegistration()
  await withTimeLimit(() => registration?.unregister()).catch(() => undefined)
  location.reload()
}
