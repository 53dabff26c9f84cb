import type { Browser, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { REPORTS_PER_PAGE } from '#protocol/limits.ts'
import { createPublicLink, publicLinkPath } from '#protocol/publicLinks.ts'
import { getReports, sendReport } from '#protocol/reports.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD, type TestUser, topicOf, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

/** A note with a public link: its author shares it with everybody who has the address, and visitors read it. */

const TEXT = [
  '강을 따라 걸었다.[^1]',
  '# 들른 곳\n\n- [x] 두물머리\n- [ ] 세미원',
  '| 날 | 걸은 거리 | 날씨 |\n|---|--:|---|\n| 토 | 12.4 km | 맑음 |\n| 일 | 8.1 km | 흐리고 가끔 비 |',
  '```ts\nconst distances = [12.4, 8.1].map(kilometres => String(kilometres).concat(" km")).join(", ") // a long line\n```',
  `$$\\bar{x} = \\frac{1}{n}\\sum_{i=1}^{n} x_i$$\n\n평균은 $\\bar{x}$다. 긴 식은 $\\text{${'가나다 '.repeat(20)}}$다.`,
  '![먼 곳의 그림](https://spy.example/pixel.png)',
  '[^1]: 양평에서.',
].join('\n\n')

async function publish(author: TestUser, title: string, text: string): Promise<string> {
  const reply = await author.call(createPublicLink, { noteNo: await writeNote(author, title, text) })
  return reply.success ? publicLinkPath(reply.link.linkId) : ''
}

/** The page of somebody without an account; `requests` and `errors` fill while it is used. */
async function openAsVisitor(browser: Browser, url: string, width = DESKTOP) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'ko-KR',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', request => requests.push(request.url().slice(url.length)))
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  return { page, requests, errors }
}

const openSharePanel = (page: Page) =>
  page.getByRole('button', { name: ko['notes.share'], exact: true }).click()
const panelOf = (page: Page) => page.getByRole('region', { name: ko['publicLinks.title'] })

test('an author makes a note public and private again, which all devices show', async ({
  site,
  openAs,
  browser,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const noteNo = await writeNote(author, '산책의 기록', TEXT)
  const phone = await openAs(author, PHONE, paths.notes(await topicOf(author, noteNo)))
  const desktop = await openAs(author, DESKTOP, paths.note(noteNo))
  await expect(desktop.getByRole('heading', { level: 1, name: '산책의 기록' })).toBeVisible()
  await openSharePanel(desktop)
  const panel = panelOf(desktop)
  await expect(panel).toContainText(ko['publicLinks.meaning'])
  await panel.getByRole('button', { name: ko['publicLinks.on'] }).click()
  const address = await panel.getByLabel(ko['publicLinks.address']).inputValue()
  expect(address).toMatch(/\/p\/[\w-]{22}$/)
  await expect(phone.locator('.note-meta').getByText(ko['publicLinks.mark'])).toBeVisible()
  await expect(desktop.locator('.note-bar').getByText(ko['publicLinks.mark']).first()).toBeVisible()
  await panel.getByRole('switch', { name: ko['publicLinks.indexed'] }).check()
  await expectAccessible(desktop, '.public-link')

  const { page, errors } = await openAsVisitor(browser, site.url)
  const response = await page.goto(address)
  expect(response?.headers()['x-robots-tag']).toBeUndefined()
  await expect(page.getByRole('heading', { level: 1, name: '산책의 기록' })).toBeVisible()

  await desktop.context().setOffline(true)
  await expect(panel.getByText(ko['publicLinks.offline'])).toBeVisible()
  await expect(panel.getByRole('button', { name: ko['publicLinks.end'] })).toBeDisabled()
  await desktop.context().setOffline(false)
  await panel.getByRole('button', { name: ko['publicLinks.end'] }).click()
  await expect(panel.getByText(ko['publicLinks.ended'])).toBeVisible()
  await expect(phone.locator('.note-meta').getByText(ko['publicLinks.mark'])).toHaveCount(0)
  expect(errors).toEqual([])
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: ko['publicPage.missing'] })).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})

test('a visitor reads a public note: one small page without scripts, errors and requests elsewhere', async ({
  site,
  browser,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const path = await publish(author, '산책의 기록', TEXT)
  for (const width of [DESKTOP, PHONE]) {
    const { page, requests, errors } = await openAsVisitor(browser, site.url, width)
    const response = await page.goto(path)
    const sizes = await response?.request().sizes()
    expect(sizes?.responseBodySize).toBeLessThan(20_000)
    await expect(page.getByRole('heading', { level: 2, name: '들른 곳' })).toBeVisible()
    await expect(page.getByRole('checkbox').first()).toBeDisabled()
    await expect(page.locator('math').first()).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    const ground = await page.evaluate(
      () => getComputedStyle(document.querySelector('.public-page') as Element).backgroundColor,
    )
    expect(ground, 'dark by the system').toBe('rgb(26, 32, 29)')
    expect(requests).toEqual([path])
    expect(errors).toEqual([])
    expect(await page.context().cookies()).toEqual([])
    await page.context().close()
  }
})

test('a long Korean note is a page of at most 20 kB', async ({ site, browser }) => {
  const author = await newUser(site.url, '글쓴이')
  const words =
    '새벽 비가 창을 두드리는 소리에 깨어 어제 읽던 책의 밑줄을 다시 보았다 강가에는 안개가 깔리고'.split(' ')
  // No two sentences are alike, as in a real text.
  const sentences = Array.from({ length: 130 }, (_, place) =>
    Array.from({ length: 8 }, (_, at) => words[(place * (at + 3) + at * at) % words.length]).join(' '),
  )
  const path = await publish(author, '긴 글', `${sentences.join('. ')}.`.slice(0, 5_000))
  const { page } = await openAsVisitor(browser, site.url)
  const sizes = await (await page.goto(path))?.request().sizes()
  expect(sizes?.responseBodySize).toBeLessThan(20_000)
  await page.context().close()
})

test('a visitor reports a page, and an administrator takes it down @long', async ({
  site,
  browser,
  newAdministrator,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const path = await publish(author, '남의 이야기', '남의 전화번호')
  const { page, errors } = await openAsVisitor(browser, site.url, PHONE)
  await page.goto(path)
  await page.getByRole('link', { name: ko['publicPage.report'] }).click()
  await expectAccessible(page)
  await page.getByLabel(ko['publicPage.reportWords']).fill('제 전화번호예요.')
  await page.getByRole('button', { name: ko['publicPage.reportSend'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['publicPage.reported'] })).toBeVisible()
  expect(errors).toEqual([])

  const office = await openAs(await newAdministrator(), DESKTOP, '/administration')
  const item = office.getByRole('listitem').filter({ hasText: '제 전화번호예요.' })
  await expect(item).toContainText(ko['reports.byVisitor'])
  await item.getByRole('button', { name: ko['publicLinks.takeDown'] }).click()
  await item.getByLabel(ko['publicLinks.takeDownReason']).fill('남의 전화번호가 있어요.')
  await expectAccessible(office, '.public-link__takedown')
  // New reports would move this one to the next page.
  const [member, reader, hubNo] = await newHub(site)
  for (let count = 1; count <= REPORTS_PER_PAGE; count += 1) {
    const refetched = office.waitForResponse(response => response.url().includes(getReports.path))
    await reader.call(sendReport, { hubNo, userNo: member.userNo, words: '그사이 욕을 했어요.' })
    await refetched
  }
  await item.getByRole('button', { name: ko['publicLinks.takeDown'] }).click()
  await office
    .getByRole('navigation', { name: ko['reports.pages'] })
    .getByRole('button', { name: formatText(ko, 'page.goTo', { page: '2' }) })
    .click()
  await expect(item.getByText(ko['publicLinks.isTakenDown'])).toBeVisible()
  await item.getByRole('button', { name: ko['reports.settle'] }).click()
  await expect(item.getByRole('status').last()).toHaveText(ko['reports.toldNobody'])
  await item.getByLabel(ko['reports.hasActed']).check()
  await expect(item.getByRole('status').last()).toHaveText(ko['reports.toldNobody'])
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: ko['publicPage.missing'] })).toBeVisible()
  await page.context().close()

  const desktop = await openAs(author, DESKTOP, '/inbox')
  const entry = desktop.getByRole('main').getByRole('link', { name: ko['inbox.takenDown'] })
  await expect(entry).toContainText('남의 전화번호가 있어요.')
  await entry.click()
  await openSharePanel(desktop)
  await expect(panelOf(desktop)).toContainText(ko['publicLinks.takenDown'])
  await expect(panelOf(desktop).getByRole('button', { name: ko['publicLinks.on'] })).toHaveCount(0)
})

test('all public notes are listed in My information, where they can be ended', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  await publish(author, '산책의 기록', TEXT)
  const page = await openAs(author, PHONE, paths.myInfo)
  await page.getByLabel(ko['myInfo.currentPassword']).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const list = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: ko['publicLinks.list'] }) })
  await expect(list.getByRole('link', { name: '산책의 기록', exact: true })).toBeVisible()
  await list
    .getByRole('button', { name: formatText(ko, 'publicLinks.endName', { title: '산책의 기록' }) })
    .click()
  await expect(list.getByText(ko['publicLinks.none'])).toBeVisible()
})
