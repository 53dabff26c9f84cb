import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { nameHub } from '#protocol/hubs.ts'
import { en } from '#protocol/text/en.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { invite, joinByLink, makeHub, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expect, test } from './fixtures.ts'
import { setEnglish } from './steps.ts'

/** A phone with letters twice as large: by WCAG 1.4.4 no content may be lost. */

const PHONE = 390
const DESKTOP = 1280
const DOUBLE_SIZE = 32

async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: DOUBLE_SIZE } })
}

test('a room, the buttons of the editor and search results are readable in full @long', async ({
  site,
  openAs,
}) => {
  const me = await newUser(site.url, '글쓴이')
  const hubNo = await makeHub(me, await newUser(site.url, '친구'))
  await me.call(nameHub, { hubNo, name: '한 달에 한 편' })
  const noteNo = await writeNote(me, '회의에서 정한 것')

  const page = await openAs(me, PHONE, paths.friends)
  await enlarge(page)
  const name = page.getByText('한 달에 한 편', { exact: true })
  await expect.poll(() => overflowOf(name)).toBe(0)

  await page.goto(paths.updateNote(noteNo))
  const saveAndExit = page.getByRole('button', { name: ko['notes.saveAndExit'], exact: true })
  await expect(saveAndExit).toBeInViewport({ ratio: 1 })

  // The time of writing too.
  await page.goto(paths.home)
  await page.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000)
  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await page.getByRole('dialog').getByRole('combobox').fill('회의')
  await expect(page.getByRole('option').locator('time')).toBeInViewport({ ratio: 1 })
})

test('the header covers no sticky element below it @long', async ({ site, openAs }) => {
  const me = await newUser(site.url, '글쓴이')
  const hubNo = await makeHub(me, await newUser(site.url, '친구'))
  for (let number = 1; number <= 5; number += 1) await shareNewNote(me, hubNo, `노트 ${number}`)

  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(me, width, paths.discussion(hubNo))
    await enlarge(page)
    await page.getByRole('link', { name: '노트 5', exact: true }).scrollIntoViewIfNeeded()
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    const share = page.getByRole('button', { name: ko['shares.fromRoom'], exact: true })
    const header = page.getByRole('banner')
    await expect
      .poll(async () => (await top(share)) - ((await header.boundingBox())?.height ?? Number.NaN))
      .toBeGreaterThanOrEqual(0)
  }
})

test('no word inside a button breaks, also in English @long', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  const newcomer = await newUser(site.url, '새친구')
  const hubNo = await makeHub(me, friend)
  await joinByLink(await invite(me, hubNo), newcomer)
  const page = await openAs(me, PHONE, paths.discussion(hubNo), setEnglish)
  await enlarge(page)
  await page.getByText('Friends in this room (3)').click()
  await page
    .getByRole('button', { name: formatText(en, 'invitations.removeMemberName', { name: newcomer.name }) })
    .click()
  const confirmation = page.getByRole('group').filter({ hasText: en['invitations.removeMemberDetail'] })
  for (const word of [en['common.cancel'], en['invitations.removeMember']])
    await expect.poll(() => lineCount(confirmation.getByRole('button', { name: word, exact: true }))).toBe(1)
})

test('the count of the bell is readable in full @long', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  await makeHub(friend, me)
  const page = await openAs(me, DESKTOP, paths.agora)
  await enlarge(page)
  const count = page
    .getByRole('button', { name: formatText(ko, 'inbox.bell', { count: 1 }) })
    .getByText('1', { exact: true })
  await expect(count).toBeVisible()
  const spilled = await count.evaluate(element => {
    const words = document.createRange()
    words.selectNodeContents(element)
    return words.getBoundingClientRect().height - element.getBoundingClientRect().height
  })
  expect(spilled).toBeLessThanOrEqual(0)
})

/** Returns the number of lines that the text takes. */
function lineCount(words: Locator): Promise<number> {
  return words.evaluate(element => {
    const range = document.createRange()
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    range.selectNode(text ?? element)
    return range.getClientRects().length
  })
}

/** Returns how many pixels of a line overflow. */
function overflowOf(line: Locator): Promise<number> {
  return line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
}
