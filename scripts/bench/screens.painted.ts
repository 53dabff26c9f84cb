import type { Page } from '@playwright/test'

/** What is to be seen of a screen: an element that holds a text, or a field that does. */
export interface Sight {
  selector: string
  text?: string
}

/** Where the page keeps its stopwatch. */
type Watched = Window & { painted?: Promise<number> }

/**
 * Milliseconds from the moment in which somebody clicks, or goes back, until the frame is painted that shows the sight.
 * `act` makes exactly one click, or goes back.
 */
export async function msUntilPainted(page: Page, sight: Sight, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(startWatch, sight)
  await act()
  return page.evaluate(() => (window as Watched).painted ?? Number.NaN)
}

/** Runs in the page, so it is whole in itself. */
function startWatch({ selector, text = '' }: Sight): void {
  ;(window as Watched).painted = new Promise(resolve => {
    const watch = {
      begin: Number.NaN,
      handleEvent({ timeStamp }: Event) {
        this.begin = timeStamp
        this.look()
      },
      look() {
        requestAnimationFrame(() => (this.isShown() ? this.end() : this.look()))
      },
      isShown() {
        return [...document.querySelectorAll<HTMLElement>(selector)].some(
          element =>
            element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            (element instanceof HTMLTextAreaElement || element.textContent.includes(text)),
        )
      },
      /** In a task of its own, after the frame in which it was seen. */
      end() {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - this.begin)
        port2.postMessage(null)
      },
    }
    window.addEventListener('click', watch, { capture: true, once: true })
    window.addEventListener('popstate', watch, { capture: true, once: true })
  })
}
