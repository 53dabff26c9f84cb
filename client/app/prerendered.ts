import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'

// The server prerenders the public screens for visitors (decision 0050).

let prerenderedScreen: LazyModule<unknown> | undefined
let loading: Promise<unknown> | undefined

/** Whether React should hydrate the content of `root`. If not, removes it. index.html decides this before the first paint. */
export function shouldHydrate(root: HTMLElement): boolean {
  const { classList, dataset } = document.body
  if (dataset.prerendered !== undefined) return true
  root.replaceChildren()
  classList.remove('prerender_unused')
  return false
}

/** Loads the code of the prerendered screen once the page is idle. Until then the screen can be read, and its links work. */
export function loadPrerendered(screen: LazyModule<unknown>): void {
  prerenderedScreen = screen
  loading = new Promise(resolve => {
    // After a failure it is loaded at the next click, or once the connection is back.
    const load = () =>
      void screen.load().then(resolve, () => addEventListener('click', load, { once: true, capture: true }))
    whenIdle(load)
    onBackOnline(load)
  })
}

/** Resolves when the code of the prerendered screen is loaded; undefined for other screens. */
export function whenPrerenderedIsLoaded(screen: LazyModule<unknown>): Promise<unknown> | undefined {
  return screen === prerenderedScreen ? loading : undefined
}
