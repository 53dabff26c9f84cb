import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Insists that axe finds nothing on the screen as it stands, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const mode of ['light', 'dark']) {
    await page.evaluate(isDark => {
      document.body.classList.toggle('dark_mode', isDark)
      // A colour on its way to another has no contrast worth measuring.
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.finish()
    }, mode === 'dark')
    expect((await new AxeBuilder({ page }).analyze()).violations, mode).toEqual([])
  }
  await page.evaluate(() => document.body.classList.remove('dark_mode'))
}
