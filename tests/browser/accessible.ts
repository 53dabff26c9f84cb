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
  if (within === 'html') await expect(page.locator('h1').first()).toBeAttached()
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
  // What is well is not told in full: that would take a third of the time.
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return page.evaluate(
    async ([context, kept]) => {
      const { violations } = await window.axe.run(context, kept)
      const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
      // axe compares whole words, to which Korean adds its particles: for it '2' is not in '2쪽으로 이동'.
      const lacksWords = ({ target }: axe.NodeResult) => {
        const element = document.querySelector(String(target[0]))
        const seen = element?.cloneNode(true) as Element | undefined
        for (const hidden of seen?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove()
        return !plain(element?.getAttribute('aria-label') ?? '').includes(plain(seen?.textContent ?? ''))
      }
      return violations.filter(
        ({ id, nodes }) => id !== 'label-content-name-mismatch' || nodes.some(lacksWords),
      )
    },
    [within, options] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
