import type { Locator } from '@playwright/test'
import { getHubs } from '#protocol/hubs.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { fetchedUrls } from './steps.ts'

test.use({ savesData: false })

/** Limit of scripts and styles together, compressed, for a visitor's first page. */
const MOST_BYTES = 82_000

test('the first page is small: no schemas, no socket, one font subset', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/icon.svg')
  await page.goto('/home', { waitUntil: 'load' })
  const files = await page.evaluate(() => {
    const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => startTime < loadEventStart && /\.(js|css)$/.test(name))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))
  })
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  expect(files.filter(({ name }) => name.endsWith('.css'))).toHaveLength(1)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)

  await expect.poll(() => fetchedUrls(page)).toContainEqual(expect.stringMatching(/woff2$/))
  await page.waitForLoadState('networkidle')
  const all = await fetchedUrls(page)
  expect(all.filter(name => name.endsWith('.woff2'))).toHaveLength(1)
  const scripts = all.filter(name => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  const texts = await Promise.all(scripts.map(async name => (await fetch(name)).text()))
  // Type names in the messages of the schema library, and the name of the socket library.
  expect(scripts.filter((_, index) => /invalid_type|socket\.io/.test(texts[index] ?? ''))).toEqual([])
})

test('a rare syllable loads its own font subset @long', async ({ site, openAs }) => {
  const member = await newUser(site.url, '드문 글자')
  await member.call(createTopic, { title: '뷁 이야기' })
  const page = await openAs(member, DESKTOP, '/topics')
  const title = page.getByText('뷁 이야기').first()
  await expect.poll(() => fontNames(title)).toEqual(['GeulmaruUI Variable', 'Pretendard Variable'])
  const pieces = (await fetchedUrls(page)).filter(name => /PretendardVariable\.subset/.test(name))
  expect(pieces).toHaveLength(1)
})

test('members prefetch screens, except with data saver @long', async ({ site, openAs, openPage }) => {
  const member = await newUser(site.url, '아끼는 사람')
  const page = await openAs(member, DESKTOP, '/topics')
  await expect.poll(() => fetchedUrls(page)).toContainEqual(expect.stringContaining('AgoraScreen'))

  const saving = await openPage(site.url, DESKTOP, '/icon.svg')
  await saving.evaluate(token => sessionStorage.setItem('authToken', token), member.token)
  await saving.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await saving.goto('/topics', { waitUntil: 'networkidle' })
  await expect(saving.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await fetchedUrls(saving)).toContainEqual(expect.stringContaining('/notes-'))
  expect((await fetchedUrls(saving)).filter(name => /woff2|pretendard|\/Note|Agora/.test(name))).toEqual([])
})

test('members load each chunk once, and of a call only its request part', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '부르는 사람'), DESKTOP, '/friends')
  await expect.poll(() => fetchedUrls(page)).toContainEqual(expect.stringContaining('AgoraScreen'))
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
      .map(({ name }) => name),
  )
  expect(loaded.length).toBeGreaterThan(5)
  expect(loaded.length).toBe(new Set(loaded).size)
  const source = (await Promise.all(loaded.map(async name => (await fetch(name)).text()))).join()
  expect([getHubs.path, getHubs.summary].map(words => source.includes(words))).toEqual([true, false])
})

/** Returns the font faces with which the browser renders a text. */
async function fontNames(text: Locator): Promise<string[]> {
  const devtools = await text.page().context().newCDPSession(text.page())
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  await text.evaluate(element => element.setAttribute('data-looked-at', ''))
  const { nodeId } = await devtools.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-looked-at]',
  })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devtools.detach()
  return [...new Set(fonts.map(({ familyName }) => familyName))].sort()
}
