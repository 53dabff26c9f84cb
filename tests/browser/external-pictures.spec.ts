import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate } from './delays.ts'
import { bodyField, newNotePath, saveWithTitle } from './editor.ts'
import { DESKTOP, expect, type OpenAs, PHONE, type Site, test } from './fixtures.ts'
import { expectPicturesLoaded } from './pictures.ts'
import { newHub } from './steps.ts'

/** Pictures of other sites. The tests mock two sites and record every request to them. */

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

const showFrom = (host: string) => formatText(ko, 'markdown.pictureShow', { host })
const stopFrom = (host: string) => formatText(ko, 'markdown.pictureStop', { host })
const pictures = (page: Page) => page.locator('.md img')

/** Mocks the foreign sites; adds each requested URL to `requests`. */
async function playSites(context: BrowserContext, requests: string[] = []): Promise<void> {
  const wide = await picture(640, 360)
  const small = await picture(20, 20)
  await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, route => {
    const { href, pathname } = new URL(route.request().url())
    requests.push(href)
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

/** Opens the author's shared note in a friend's browser. */
async function openShared(site: Site, openAs: OpenAs, text = TEXT, width = DESKTOP) {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '그림 모음', text)
  await author.call(shareNote, { hubNo, noteNo })
  const path = paths.note(noteNo)
  const requests: string[] = []
  const page = await openAs(reader, width, path, tab => playSites(tab.context(), requests))
  await expect(page.locator('.md')).toBeVisible()
  return { author, reader, page, requests, path }
}

/**
 * Resolves with the referrer policy of the request to an address. Requests that a test fulfils do not show the
 * header, so ask the browser.
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

test('a site gets a request only when the reader asks, and no referrer', async ({ site, openAs }) => {
  const { page, requests, path } = await openShared(site, openAs)
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  await expect(page.getByRole('button', { name: showFrom(OTHER_HOST) })).toHaveCount(1)
  await expect(page.getByText('누가 읽는지 보는 그림')).toBeVisible()
  for (const frame of await page.locator('.md-picture').all()) await frame.scrollIntoViewIfNeeded()
  await expect(pictures(page)).toHaveCount(0)
  expect(requests).toEqual([])

  const second = await page.context().newPage()
  await second.goto(path)
  await expect(second.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)

  const policy = await referrerPolicyTo(page, `https://${HOST}/wide.png`)
  await page.getByRole('button', { name: `${showFrom(HOST)}: 표시` }).click()
  await expectPicturesLoaded(pictures(page), 5)
  expect(await policy.sent).toBe('no-referrer')
  await expectPicturesLoaded(pictures(second), 5)
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: showFrom(OTHER_HOST) })).toHaveCount(1)
  expect(new Set(requests.map(address => new URL(address).host))).toEqual(new Set([HOST]))

  await page.reload()
  await expectPicturesLoaded(pictures(page), 5)

  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  for (const tab of [page, second]) {
    await expect(pictures(tab)).toHaveCount(0)
    await expect(tab.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
    await expect(tab.getByRole('button', { name: stopFrom(HOST) })).toHaveCount(0)
  }
  requests.length = 0
  await page.reload()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  expect(requests).toEqual([])
})

test('the keyboard shows a picture, and print names the others @long', async ({ site, openAs }) => {
  const { page } = await openShared(site, openAs, TEXT, PHONE)
  await expectAccessible(page)
  const places = page.locator('.md-picture-container')
  const showByKeyboard = async (frame: Locator, alt: string) => {
    const handle = await frame.elementHandle()
    await frame.getByRole('button', { name: alt }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => handle?.evaluate(element => element === document.activeElement)).toBe(true)
  }
  await showByKeyboard(places.filter({ hasText: '다른 곳' }), '다른 곳')
  await expectPicturesLoaded(pictures(page), 1)
  await test.step('print names the omitted pictures and shows no button', async () => {
    await page.emulateMedia({ media: 'print' })
    const omitted = page.getByText(formatText(ko, 'markdown.pictureLeftOut', { host: HOST }))
    await expect(omitted).toHaveCount(5)
    for (const message of await omitted.all()) await expect(message).toBeVisible()
    await expect(page.getByText('누가 읽는지 보는 그림')).toBeVisible()
    await expect(page.getByText(formatText(ko, 'markdown.pictureLeftOut', { host: OTHER_HOST }))).toHaveCount(
      0,
    )
    await expect(page.getByText(ko['markdown.pictureElsewhere']).first()).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(pictures(page)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })
  await showByKeyboard(places.nth(0), '누가 읽는지 보는 그림')
  await expectPicturesLoaded(pictures(page), 6)
  await expectAccessible(page)
})

test('the editor shows pictures at once; a reader asks for them @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const requests: string[] = []
  const page = await openAs(author, DESKTOP, await newNotePath(author), tab =>
    playSites(tab.context(), requests),
  )
  await bodyField(page).fill(TEXT)
  await expectPicturesLoaded(pictures(page), 6)
  expect(requests.length).toBeGreaterThan(0)
  await saveWithTitle(page, '그림 모음')
  const noteNo = Number(new URL(page.url()).searchParams.get('no'))

  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/note/update\\?no=${noteNo}`))
  await expectPicturesLoaded(pictures(page), 6)
  await expect(page.getByRole('button', { name: stopFrom(HOST) })).toHaveCount(0)

  requests.length = 0
  await page.goto(paths.note(noteNo))
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(5)
  expect(requests).toEqual([])

  await test.step('a visitor sees the pictures of their text in the lookaround', async () => {
    await page.goto('/lookaround/createnote')
    await bodyField(page).fill(TEXT)
    await expectPicturesLoaded(pictures(page), 6)
  })
})

test('pictures without https or on private hosts are never requested', async ({ site, openAs }) => {
  const addresses = [
    `http://${HOST}/wide.png`,
    'https://192.168.0.1/wide.png',
    'https://printer.local/wide.png',
  ]
  const { page, requests, path } = await openShared(
    site,
    openAs,
    addresses.map(address => `![안 되는 그림](${address})`).join('\n\n'),
  )
  await expect(page.getByText(/https로 시작하는 공개 사이트의 그림만 보여 드려요/)).toHaveCount(3)
  await expect(page.getByRole('link', { name: '안 되는 그림' })).toHaveCount(3)
  await expect(page.locator('.md').getByRole('button')).toHaveCount(0)

  // A separate tab, because this one violates the policy on purpose.
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
  expect(requests).toEqual([])
})

test('a picture that fails to load shows its description in a frame @long', async ({ site, openAs }) => {
  const text = `![없는 그림](https://${HOST}/missing.png)\n\n글 ![여기 없는 그림](${site.url}/api/missing.png) 속`
  const { page } = await openShared(site, openAs, text)
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expect(page.locator('.md-picture').getByText(ko['markdown.pictureFailed'])).toHaveCount(1)
  // Inside a line the button is enough.
  await expect(page.locator('.md-picture').getByRole('button', { name: ko['common.retry'] })).toHaveCount(2)
  await expect(page.getByText('없는 그림', { exact: true })).toBeVisible()
  await expect(page.getByText('여기 없는 그림')).toBeVisible()
  await expect(pictures(page)).toHaveCount(0)
  // The browser's icon of a broken picture never shows, not even in print.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.md img')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  const retry = page.waitForRequest('**/api/missing.png')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await retry
  await expect(page.locator('.md-picture').getByText(ko['markdown.pictureFailed'])).toHaveCount(1)
  await expectAccessible(page)
})

test('a placeholder is as large as its picture was @long', async ({ site, openAs }) => {
  const { page } = await openShared(site, openAs, `![넓은 그림](https://${HOST}/wide.png)\n\n끝`)
  const end = page.getByText('끝', { exact: true })
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expectPicturesLoaded(pictures(page), 1)
  const image = await pictures(page).boundingBox()
  expect(image).toMatchObject({ width: 640, height: 360 })
  const below = await end.boundingBox()

  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toBeVisible()
  const frame = await page.locator('.md-picture').boundingBox()
  expect([frame?.width, frame?.height]).toEqual([640, 360])
  expect((await end.boundingBox())?.y).toBeCloseTo(below?.y ?? 0, 0)

  // The picture is requested but not loaded yet: its space is reserved.
  const late = createGate()
  await page.context().route(`https://${HOST}/wide.png`, async route => {
    await late.opened
    await route.fallback()
  })
  await page.getByRole('button', { name: showFrom(HOST) }).click()
  await expect(pictures(page)).toHaveCount(1)
  expect(await pictures(page).boundingBox()).toMatchObject({ width: 640, height: 360 })
  late.open()
  await expectPicturesLoaded(pictures(page), 1)
})

test('long words and large pictures do not scroll a phone sideways @long', async ({ site, openAs }) => {
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
    const [needed, available] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth] as const
    })
    expect(needed).toBeLessThanOrEqual(available)
  }
  await expect(page.getByRole('button', { name: showFrom(host) })).toHaveCount(3)
  await expectNarrow()
  await page
    .getByRole('button', { name: showFrom(HOST) })
    .first()
    .click()
  await expectPicturesLoaded(pictures(page), 3)
  await expectNarrow()
  await page.getByRole('button', { name: stopFrom(HOST) }).click()
  await expect(page.getByRole('button', { name: showFrom(HOST) })).toHaveCount(3)
  await expectNarrow()
})
