import { whenIdle } from '#client/platform/browser/idle.ts'
import { savesData } from '#client/platform/browser/saveData.ts'
import { storedToken } from '#client/session/session.ts'
import { everydayScreens, fetchScreen } from './screens.tsx'

let isUnderWay = false

/**
 * Fetches the screens to which members go every day, one after the other whenever the page rests, so that going there shows
 * them at once. To be called when a screen is drawn: its own answers come first.
 */
export async function fetchAhead(): Promise<void> {
  if (isUnderWay || savesData() || storedToken() === null) return
  isUnderWay = true
  const { whenAnswered } = await import('#client/platform/calls/whenAnswered.ts')
  for (const screen of everydayScreens) {
    await whenAnswered()
    await new Promise<void>(whenIdle)
    await fetchScreen(screen)
  }
}
