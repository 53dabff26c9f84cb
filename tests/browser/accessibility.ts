import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** The minified build: half the size of the default one, and the browser parses it in two thirds of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Finishes running transitions, whose half-way colours have no meaningful contrast. Endless animations continue. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
}

/**
 * Expects that axe reports no violation on the screen, or inside `within`, in light and dark mode. Dark mode checks
 * only contrast, because only colours differ.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Wait until the screen is rendered.
  if (within === 'html') {
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('.screen-pending')).toHaveCount(0)
    // Code and formulas are dimmed until they are highlighted.
    await expect(page.locator('.md [aria-busy="true"]')).toHaveCount(0)
  }
  // An element that appears during a check must not be measured while it fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const mode of ['light', 'dark']) {
    await page.evaluate(isDark => void document.body.classList.toggle('dark_mode', isDark), mode === 'dark')
    await endMotion(page)
    expect(await violationsOn(page, within, mode === 'dark' ? ['color-contrast'] : undefined), mode).toEqual(
      [],
    )
  }
  await page.evaluate(() => document.body.classList.remove('dark_mode'))
  await page.emulateMedia({ reducedMotion: null })
}

/** Returns the violations that axe reports. Without `rules`, axe checks all its rules. */
async function violationsOn(page: Page, within: string, rules?: string[]): Promise<axe.Result[]> {
  // Inject axe once per document.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  const options: axe.RunOptions = {
    // Detailed results of passed rules would take a third of the time.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
  }
  return page.evaluate(
    async ([context, runOptions]) => (await window.axe.run(context, runOptions)).violations,
    [within, options] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
