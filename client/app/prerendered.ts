import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'

// The visitor's home stands in the page as it was built (decision 0034).

/** Set by index.html before anything is painted, where another home is wanted than the one that stands there. */
const NOT_WANTED = 'drawn_for_others'

let homeIsThere: Promise<void> | undefined

/** Whether React is to take over what stands in `root`. If not, nothing stands in it afterwards. */
export function shouldHydrate(root: HTMLElement): boolean {
  const isWanted = !document.body.classList.contains(NOT_WANTED)
  if (root.dataset.drawn !== undefined && isWanted) return true
  root.replaceChildren()
  removePrerendered(root)
  return false
}

/** From now on the page is React's alone. */
export function removePrerendered(root: HTMLElement): void {
  delete root.dataset.drawn
  document.body.classList.remove(NOT_WANTED)
}

/** Fetches the screen that stands already once the page rests: until then it is read as it stands, and its links lead on. */
export function prefetchBehindPrerendered(screen: LazyModule<unknown>): void {
  homeIsThere = new Promise(resolve => {
    // What does not come is fetched when the line is back.
    const load = () =>
      void screen.load().then(
        () => resolve(stop()),
        () => undefined,
      )
    const stop = onBackOnline(load)
    whenIdle(load)
  })
}

/** Settles when the screen is there of which a drawing stands in the page; undefined where none stood. */
export const whenHomeIsLoaded = () => homeIsThere
