import { savesData } from '#client/platform/browser/saveData.ts'
import { fetchScreen } from './screens.tsx'

/** For how long, in milliseconds, a link is pointed at before it is more than passed over. */
const DWELL_MS = 50

/** Fetches the screen of a link while a finger or pointer is still on its way down, or the focus rests on it. */
export function followIntent(): void {
  if (savesData()) return
  let resting: ReturnType<typeof setTimeout> | undefined

  function consider({ target }: Event) {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) resting = setTimeout(fetchScreen, DWELL_MS, link.pathname)
  }
  for (const name of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(name, consider, { passive: true })
}
