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
  const found = await page.evaluate(
    async ([context, kept]) => (await window.axe.run(context, kept)).violations,
    [within, options] as const,
  )
  const kept = await Promise.all(
    found.map(violation => (violation.id === NAME_RULE ? withoutParticles(page, violation) : violation)),
  )
  return kept.filter(({ nodes }) => nodes.length > 0)
}

const NAME_RULE = 'label-content-name-mismatch'

/**
 * Those of its nodes whose names truly lack what is seen on them. axe compares whole words, to which Korean adds its particles:
 * for it '2' is not in '2쪽으로 이동'.
 */
async function withoutParticles(page: Page, violation: axe.Result): Promise<axe.Result> {
  const lacks = (node: axe.NodeResult) =>
    page.locator(String(node.target[0])).evaluate((element: HTMLElement) => {
      const seen = element.cloneNode(true) as HTMLElement
      for (const hidden of seen.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
      const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase()
      return !plain(element.getAttribute('aria-label')).includes(plain(seen.textContent))
    })
  const isLacking = await Promise.all(violation.nodes.map(lacks))
  return { ...violation, nodes: violation.nodes.filter((_, place) => isLacking[place]) }
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
