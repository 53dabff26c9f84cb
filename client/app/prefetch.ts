import { getDefaultStore } from 'jotai'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { savesData } from '#client/platform/browser/saveData.ts'
import { authStatusAtom, storedToken } from '#client/session/session.ts'
import { everydayScreens, fetchScreen } from './screens.tsx'

/** How long a link has to be hovered before its screen is fetched, in milliseconds. */
const HOVER_MS = 50

/** Fetches the screen of a link that is hovered, focused or touched. */
export function prefetchOnHover(): void {
  if (savesData()) return
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule({ target }: Event) {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) timer = setTimeout(fetchScreen, HOVER_MS, link.pathname)
  }
  for (const name of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(name, schedule, { passive: true })
}

let hasStarted = false

/** Fetches the everyday screens once the user is signed in. A screen whose prefetch fails is loaded when it opens. */
export function prefetchForMembers(): void {
  const prefetch = () => void prefetchEverydayScreens().catch(() => undefined)
  getDefaultStore().sub(authStatusAtom, prefetch)
  prefetch()
}

/** Fetches one screen after the other while the page is idle. The queries of the current screen come first. */
async function prefetchEverydayScreens(): Promise<void> {
  if (hasStarted || savesData() || storedToken() === null) return
  hasStarted = true
  const { waitForQueries } = await import('#client/platform/calls/queryClient.ts')
  for (const screen of everydayScreens) {
    await waitForQueries()
    await new Promise<void>(whenIdle)
    await fetchScreen(screen)
  }
}
