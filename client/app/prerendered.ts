import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'

// index.html contains the prerendered home screen of visitors (decision 0034).

/** index.html sets this class before the first paint if the page needs another screen. */
const UNUSED_CLASS = 'prerender_unused'

let homeLoading: Promise<void> | undefined

/** Whether React should hydrate the content of `root`. If not, empties it. */
export function shouldHydrate(root: HTMLElement): boolean {
  const isUsed = !document.body.classList.contains(UNUSED_CLASS)
  if (root.dataset.prerendered !== undefined && isUsed) return true
  root.replaceChildren()
  removePrerendered(root)
  return false
}

/** Removes the marks of the prerendered home. */
export function removePrerendered(root: HTMLElement): void {
  delete root.dataset.prerendered
  document.body.classList.remove(UNUSED_CLASS)
}

/** Loads the code of the prerendered screen once the page is idle. Until then it can be read, and its links work. */
export function prefetchBehindPrerendered(screen: LazyModule<unknown>): void {
  homeLoading = new Promise(resolve => {
    // After a failure it is loaded once the connection is back.
    const load = () =>
      void screen.load().then(
        () => resolve(unsubscribe()),
        () => undefined,
      )
    const unsubscribe = onBackOnline(load)
    whenIdle(load)
  })
}

/** Resolves when the code of the prerendered screen is loaded; undefined if nothing was prerendered. */
export const whenHomeIsLoaded = () => homeLoading
