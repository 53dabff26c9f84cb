import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'

// The server prerenders the public screens for visitors (decision 0050).

/** index.html sets this class before the first paint if the page needs another screen. */
const UNUSED_CLASS = 'prerender_unused'

let pending: { screen: LazyModule<unknown>; loading: Promise<void> } | undefined

/** Whether React should hydrate the content of `root`. If not, removes it. */
export function shouldHydrate(root: HTMLElement): boolean {
  if (!document.body.classList.contains(UNUSED_CLASS)) return true
  root.replaceChildren()
  document.getElementById('page-data')?.remove()
  removePrerendered()
  return false
}

/** Removes the marks of the prerendered page. */
export function removePrerendered(): void {
  delete document.body.dataset.prerendered
  document.body.classList.remove(UNUSED_CLASS)
}

/** Loads the code of the prerendered screen once the page is idle. Until then the screen can be read, and its links work. */
export function loadPrerendered(screen: LazyModule<unknown>): void {
  const loading = new Promise<void>(resolve => {
    const load = () =>
      void screen.load().then(
        () => resolve(unsubscribe()),
        () => undefined,
      )
    // After a failure it is loaded once the connection is back.
    const unsubscribe = onBackOnline(load)
    whenIdle(load)
  })
  pending = { screen, loading }
}

/** Resolves when the code of the prerendered screen is loaded; undefined for other screens, and afterwards. */
export function whenPrerenderedIsLoaded(screen: LazyModule<unknown>): Promise<void> | undefined {
  return pending?.screen === screen && screen.loadState().part === undefined ? pending.loading : undefined
}
