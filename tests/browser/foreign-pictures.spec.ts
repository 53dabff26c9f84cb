import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, newNotePath, PHONE, saveAs } from './editor.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { gate } from './holding.ts'
import { expectDrawn } from './pictures.ts'

/** Pictures of other sites: two sites are played to the browser, every request to them is written down. */

const HOST = 'pictures.example'
const OTHER_HOST = 'elsewhere.example'
const TEXT = [
  `![누가 읽는지 보는 그림](https://${HOST}/wide.png)`,
  `글 ![표시](https://${HOST}/small.png) 속에`,
  `[![이어진 그림](https://${HOST}/wide.png?linked)](https://example.com)`,
  `|표|\n|-|\n|![칸](https://${HOST}/small.png?cell)|`,
  `- [ ] ![할 일](https://${HOST}/small.png?task)`,
  `![다른 곳](https://${OTHER_HOST}/wide.png)`,
].join('\n\n')

const showFrom = (host: string) => say(ko, 'markdown.pictureShow', { host })
const stopFrom = (host: string) => say(ko, 'markdown.pictureStop', { host })
const shown = (page: Page) => page.locator('.md img')

/** Answers for the foreign sites, as if they were there; adds what they are asked for. */
async function playSites(context: BrowserContext, asked: string[] = []): Promise<void> {
  const wide = await picture(640, 360)
  const small = await picture(20, 20)
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, route => {
    const { href, pathname } = new URL(route.request().url())
    asked.push(href)
    if (pathname === '/wide.png') return route.fulfill({ contentType: 'image/png', body: wide })
    if (pathname === '/small.png') return route.fulfill({ contentType: 'image/png', body: small })
    return route.fulfill({ status: 404, body: '' })
  })
}

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#1d6b4c' } })
    .png()
    .toBuffer()
}

/** A friend's browser with the author's note open, which is shared with them. */
async function openShared(site: Site, openAs: OpenAs, text = TEXT, width = DESKTOP) {
  const author = await newPerson(site.url, '글쓴이')
  const reader = await newPerson(site.url, '읽는이')
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author, '그림 모음', text)
  await author.does(shareNote, { hubNo, noteNo })
  const path = paths.note(noteNo)
  const asked: string[] = []
  const page = await openAs(reader, width, path, tab => playSites(tab.context(), asked))
  await expect(page.locator('.md')).toBeVisible()
  return { author, reader, page, asked, path }
}

/**
 * Resolves with what the browser tells an address about where it was asked from. A request that a test answers shows no
 * such header: so the browser is asked what it would send.
 */
async function referrerPolicyTo(page: Page, address: string): Promise<{ sent: Promise<string> }> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  const sent = new Promise<string>(resolve =>
    browser.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url === address) resolve(request.referrerPolicy)
    }),
  )
  return { sent }
}

test('a site hears of a reader only after the reader has asked for its pictures, and never from where', async ({
  site,
  openAs,
}) => {
  const { page, asked, path } = await openShared(site, openAs)
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  await expect(page.getByRole('button', { name: showFrom(OTHER_HOST) })).toHaveCount(1)
  await expect(page.getByText('누가 읽는지 보는 그림')).toBeVisible()
  for (const place of await page.locator('.md-picture').all()) await place.scrollIntoViewIfNeeded()
  await expect(shown(page)).toHaveCount(0)
  expect(asked).toEqual([])

  const second = await page.context().newPage()
  await second.goto(path)
  await expect(second.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)

  const policy = await referrerPolicyTo(page, `https://${HOST}/wide.png`)
  await page.getByRole('button', { name: `${showFrom(HOST)}: 표시` }).click()
  await expectDrawn(shown(page), 5)
  expect(await policy.sent).toBe('no-referrer')
  await expectDrawn(shown(second), 5)
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: showFrom(OTHER_HOST) })).toHaveCount(1)
  expect(new Set(asked.map(address => new URL(address).host))).toEqual(new Set([HOST]))

  await page.reload()
  await expectDrawn(shown(page), 5)

  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  for (const tab of [page, second]) {
    await expect(shown(tab)).toHaveCount(0)
    await expect(tab.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
    await expect(tab.getByRole('button', { name: stopFrom(HOST) })).toHaveCount(0)
  }
  asked.length = 0
  await page.reload()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  expect(asked).toEqual([])
})

test('the keyboard shows a picture and stays where it is; axe finds nothing before or after @long', async ({
  site,
  openAs,
}) => {
  test.slow()
  const { page } = await openShared(site, openAs, TEXT, PHONE)
  await expectAccessible(page)
  const places = page.locator('.md-picture-place')
  for (const [place, alt] of [
    [places.nth(0), '누가 읽는지 보는 그림'],
    [places.filter({ hasText: '다른 곳' }), '다른 곳'],
  ] as const) {
    const handle = await place.elementHandle()
    await place.getByRole('button', { name: alt }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => handle?.evaluate(element => element === document.activeElement)).toBe(true)
  }
  await expectDrawn(shown(page), 6)
  await expectAccessible(page)
})

test('who writes sees the pictures at once; who reads is asked, the writer too @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쓴이')
  const asked: string[] = []
  const page = await openAs(author, DESKTOP, await newNotePath(author), tab =>
    playSites(tab.context(), asked),
  )
  await bodyOf(page).fill(TEXT)
  await expectDrawn(shown(page), 6)
  expect(asked.length).toBeGreaterThan(0)
  await saveAs(page, '그림 모음')
  const noteNo = Number(new URL(page.url()).searchParams.get('no'))

  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/note/update\\?no=${noteNo}`))
  await expectDrawn(shown(page), 6)
  await expect(page.getByRole('button', { name: stopFrom(HOST) })).toHaveCount(0)

  asked.length = 0
  await page.goto(paths.note(noteNo))
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  expect(asked).toEqual([])
})

test('a visitor sees the pictures of what they write in the lookaround @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, '/lookaround/createnote', tab => playSites(tab.context()))
  await bodyOf(page).fill(TEXT)
  await expectDrawn(shown(page), 6)
})

test('what is not encrypted or not public is never asked, not even by the policy of the page', async ({
  site,
  openAs,
}) => {
  const addresses = [
    `http://${HOST}/wide.png`,
    'https://192.168.0.1/wide.png',
    'https://printer.local/wide.png',
  ]
  const { page, asked, path } = await openShared(
    site,
    openAs,
    addresses.map(address => `![안 되는 그림](${address})`).join('\n\n'),
  )
  await expect(page.getByText(/https로 시작하는 공개 사이트의 그림만 보여 드려요/)).toHaveCount(3)
  await expect(page.getByRole('link', { name: '안 되는 그림' })).toHaveCount(3)
  await expect(page.locator('.md').getByRole('button')).toHaveCount(0)

  // In a tab of its own, where breaking the policy is no fault of ours.
  const tab = await page.context().newPage()
  await tab.goto(path)
  const rejected = await tab.evaluate(
    address =>
      new Promise<string>(resolve => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          resolve(effectiveDirective),
        )
        new Image().src = address
      }),
    `http://${HOST}/wide.png`,
  )
  expect(rejected).toBe('img-src')
  expect(asked).toEqual([])
})

test('a picture that cannot be had leaves its words in a quiet frame @long', async ({ site, openAs }) => {
  const text = `![없는 그림](https://${HOST}/missing.png)\n\n글 ![여기 없는 그림](${site.url}/api/missing.png) 속`
  const { page } = await openShared(site, openAs, text)
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expect(page.locator('.md-picture').getByText(ko['markdown.pictureFailed'])).toHaveCount(1)
  // In a line the button says enough.
  await expect(page.locator('.md-picture').getByRole('button', { name: ko['common.retry'] })).toHaveCount(2)
  await expect(page.getByText('없는 그림', { exact: true })).toBeVisible()
  await expect(page.getByText('여기 없는 그림')).toBeVisible()
  await expect(shown(page)).toHaveCount(0)
  // No browser's mark of a broken picture, also on paper.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.md img')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  const again = page.waitForRequest('**/api/missing.png')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await again
  await expect(page.locator('.md-picture').getByText(ko['markdown.pictureFailed'])).toHaveCount(1)
  // In a line the button says enough.
  await expect(page.locator('.md-picture').getByRole('button', { name: ko['common.retry'] })).toHaveCount(2)
  await expectAccessible(page)
})

test('a place is as large as its picture once that was seen @long', async ({ site, openAs }) => {
  const { page } = await openShared(site, openAs, `![넓은 그림](https://${HOST}/wide.png)\n\n끝`)
  const end = page.getByText('끝', { exact: true })
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expectDrawn(shown(page), 1)
  const image = await shown(page).boundingBox()
  expect(image).toMatchObject({ width: 640, height: 360 })
  const below = await end.boundingBox()

  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toBeVisible()
  const place = await page.locator('.md-picture').boundingBox()
  expect([place?.width, place?.height]).toEqual([640, 360])
  expect((await end.boundingBox())?.y).toBeCloseTo(below?.y ?? 0, 0)

  // Asked for, but not come yet: the room is kept.
  const late = gate()
  await page.context().route(`https://${HOST}/wide.png`, async route => {
    await late.opened
    await route.fallback()
  })
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expect(shown(page)).toHaveCount(1)
  expect(await shown(page).boundingBox()).toMatchObject({ width: 640, height: 360 })
  late.open()
  await expectDrawn(shown(page), 1)
})

test('paper says what was left out, and bears no button @long', async ({ site, openAs }) => {
  const { page } = await openShared(site, openAs)
  await page.getByRole('button', { name: showFrom(OTHER_HOST) }).click()
  await expectDrawn(shown(page), 1)
  await page.emulateMedia({ media: 'print' })
  const leftOut = page.getByText(say(ko, 'markdown.pictureLeftOut', { host: HOST }))
  await expect(leftOut).toHaveCount(5)
  for (const sentence of await leftOut.all()) await expect(sentence).toBeVisible()
  await expect(page.getByText('누가 읽는지 보는 그림')).toBeVisible()
  await expect(page.getByText(say(ko, 'markdown.pictureLeftOut', { host: OTHER_HOST }))).toHaveCount(0)
  await expect(page.getByText(ko['markdown.pictureElsewhere']).first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(shown(page)).toBeVisible()
})

test('a phone is not scrolled sideways by long words and hosts, nor by large pictures @long', async ({
  site,
  openAs,
}) => {
  const host = `${'long-name.'.repeat(12)}example.com`
  const long = '이름이아주긴그림'.repeat(20)
  const text = [
    `![${long}](https://${host}/a.png)`,
    `글 ![${long}](https://${host}/a.png) 속`,
    `[![${long}](https://${host}/a.png)](https://a.kr)`,
    `![그림](https://${HOST}/wide.png)`,
    `[![그림](https://${HOST}/wide.png)](https://a.kr)`,
    `- [ ] ![그림](https://${HOST}/wide.png)`,
  ].join('\n\n')
  const { page } = await openShared(site, openAs, text, PHONE)
  const expectNarrow = async () => {
    const [needed, there] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth] as const
    })
    expect(needed).toBeLessThanOrEqual(there)
  }
  await expect(page.getByRole('button', { name: showFrom(host) })).toHaveCount(3)
  await expectNarrow()
  await page
    .getByRole('button', { name: showFrom(HOST) })
    .first()
    .click()
  await expectDrawn(shown(page), 3)
  await expectNarrow()
  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(3)
  await expectNarrow()
})
