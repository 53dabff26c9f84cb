import type { Page } from '@playwright/test'

/** A visible element with a text, or a text field. */
export interface Target {
  selector: string
  text?: string
}

/** The window with the pending measurement. */
type Watched = Window & { painted?: Promise<number> }

/**
 * Milliseconds from a click or `popstate` to the frame that shows the target. `act` must click once or go back.
 */
export async function msUntilPainted(
  page: Page,
  target: Target,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(startWatch, target)
  await act()
  return page.evaluate(() => (window as Watched).painted ?? Number.NaN)
}

/** Runs in the page, so it uses nothing from this module. */
function startWatch({ selector, text = '' }: Target): void {
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
      /** Resolves in the task after the frame. */
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
