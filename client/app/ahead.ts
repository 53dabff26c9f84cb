import { getDefaultStore } from 'jotai'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { savesData } from '#client/platform/browser/saveData.ts'
import { authStatusAtom, storedToken } from '#client/session/session.ts'
import { everydayScreens, fetchScreen } from './screens.tsx'

let isUnderWay = false

/** Prefetches the everyday screens of whoever is or becomes signed in. What can't be prefetched is loaded by the screen itself. */
export function prefetchForMembers(): void {
  const prefetch = () => void fetchAhead().catch(() => undefined)
  getDefaultStore().sub(authStatusAtom, prefetch)
  prefetch()
}

/** One screen after the other whenever the page rests; the answers to the present screen come first. */
async function fetchAhead(): Promise<void> {
  if (isUnderWay || savesData() || storedToken() === null) return
  isUnderWay = true
  const { waitForQueries } = await import('#client/platform/calls/whenAnswered.ts')
  for (const screen of everydayScreens) {
    await waitForQueries()
    await new Promise<void>(whenIdle)
    await fetchScreen(screen)
  }
}
