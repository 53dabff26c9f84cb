import type { Locator } from '@playwright/test'
import { getHubs } from '#protocol/hubs.ts'
import { createTopic } from '#protocol/topics.ts'
import { newPerson } from '#tests/support/person.ts'
import { expect, test } from './fixtures.ts'
import { fetched } from './steps.ts'

test.use({ savesData: false })

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
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  expect(files.filter(({ name }) => name.endsWith('.css'))).toHaveLength(1)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})

test('a visitor is sent no schemas and no socket, and home in one piece of the typeface', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP)
  await expect.poll(() => fetched(page)).toContainEqual(expect.stringMatching(/woff2$/))
  await page.waitForLoadState('networkidle')
  const all = await fetched(page)
  expect(all.filter(name => name.endsWith('.woff2'))).toHaveLength(1)
  const scripts = all.filter(name => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  const texts = await Promise.all(scripts.map(async name => (await fetch(name)).text()))
  // What the schemas' library says of a value of another kind, and how a socket calls itself.
  expect(scripts.filter((_, index) => /invalid_type|socket\.io/.test(texts[index] ?? ''))).toEqual([])
})

test('a rare syllable fetches its own piece, and is drawn in the same typeface @long', async ({
  site,
  openAs,
}) => {
  const member = await newPerson(site.url, '드문 글자')
  await member.does(createTopic, { title: '뷁 이야기' })
  const page = await openAs(member, DESKTOP, '/topics')
  const title = page.getByText('뷁 이야기').first()
  await expect.poll(() => fontsOf(title)).toEqual(['GeulmaruUI Variable', 'Pretendard Variable'])
  const pieces = (await fetched(page)).filter(name => /PretendardVariable\.subset/.test(name))
  expect(pieces).toHaveLength(1)
})

test('members are sent ahead where they will go, but not who saves data, nor a font @long', async ({
  site,
  openAs,
  openPage,
}) => {
  const member = await newPerson(site.url, '아끼는 사람')
  const page = await openAs(member, DESKTOP, '/topics')
  await expect.poll(() => fetched(page)).toContainEqual(expect.stringContaining('AgoraScreen'))

  const saving = await openPage(site.url, DESKTOP, '/icon.svg')
  await saving.evaluate(token => sessionStorage.setItem('authToken', token), member.token)
  await saving.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await saving.goto('/topics', { waitUntil: 'networkidle' })
  await expect(saving.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await fetched(saving)).toContainEqual(expect.stringContaining('NotesDesk'))
  expect((await fetched(saving)).filter(name => /woff2|pretendard|Note(?!sDesk)|Agora/.test(name))).toEqual(
    [],
  )
})

test('members are sent each part once, and nothing of a call but how it is made', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url, '부르는 사람'), DESKTOP, '/friends')
  await expect.poll(() => fetched(page)).toContainEqual(expect.stringContaining('AgoraScreen'))
  const came = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.endsWith('.js') && transferSize > 0)
      .map(({ name }) => name),
  )
  expect(came.length).toBeGreaterThan(5)
  expect(came.length).toBe(new Set(came).size)
  const sent = (await Promise.all(came.map(async name => (await fetch(name)).text()))).join()
  expect([getHubs.path, getHubs.summary].map(words => sent.includes(words))).toEqual([true, false])
})

/** The names of the faces in which the browser draws a text. */
async function fontsOf(text: Locator): Promise<string[]> {
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
