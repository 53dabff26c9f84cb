import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half a megabyte: less than half of what the package gives as its source, and read by the browser in two thirds of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is on its way to its colours has no contrast worth measuring. What moves without end goes on. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
}

/**
 * Insists that axe finds nothing on the screen as it stands, light and dark, or in its part `within`; dark differs in
 * its colours alone.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Before, the screen is not there yet.
  if (within === 'html') {
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('.screen-pending')).toHaveCount(0)
  }
  for (const mode of ['light', 'dark']) {
    await page.evaluate(isDark => void document.body.classList.toggle('dark_mode', isDark), mode === 'dark')
    await endMotion(page)
    expect(await violationsOn(page, within, mode === 'dark' ? ['color-contrast'] : undefined), mode).toEqual(
      [],
    )
  }
  await page.evaluate(() => document.body.classList.remove('dark_mode'))
}

/** What axe finds; it looks at everything unless told which rules to keep to. */
async function violationsOn(page: Page, within: string, rules?: string[]): Promise<axe.Result[]> {
  // It stays for as long as the document does.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  const options: axe.RunOptions = {
    // What is well is not told in full: that would take a third of the time.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
  }
  return page.evaluate(async ([context, kept]) => (await window.axe.run(context, kept)).violations, [
    within,
    options,
  ] as const)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
