/** Loads the page in the form that the server has now, whatever the device keeps. */
export async function reloadAnew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.unregister().catch(() => undefined)
  location.reload()
}
