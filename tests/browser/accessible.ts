import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What is on its way to its colours has no contrast worth measuring. What moves without end goes on. */
export async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
}

/** Insists that axe finds nothing on the screen as it stands, light and dark; dark differs in its colours alone. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const mode of ['light', 'dark']) {
    // Without a frame of another origin, the page itself can sum up; a page more for it would take as long again.
    // What is well is not told in full: that would take a third of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    await page.evaluate(isDark => void document.body.classList.toggle('dark_mode', isDark), mode === 'dark')
    await endMotion(page)
    if (mode === 'dark') axe.withRules('color-contrast')
    expect((await axe.analyze()).violations, mode).toEqual([])
  }
  await page.evaluate(() => document.body.classList.remove('dark_mode'))
}
