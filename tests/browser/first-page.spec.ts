import { expect, test } from './fixtures.ts'

/** Of script and style together, compressed: what a visitor's first look may cost. */
const MOST_BYTES = 82_000
const DESKTOP = 1440

test('the first page is light, and nothing comes before it that it does without', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, '/icon.svg')
  await page.goto('/home', { waitUntil: 'load' })
  const files = await page.evaluate(() => {
    const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => startTime < loadEventStart && /\.(js|css)$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))
  })
  expect(files.filter(({ name }) => name.endsWith('.css'))).toHaveLength(1)
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(10_000)
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES)
})
