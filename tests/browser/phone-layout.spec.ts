import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { nameHub } from '#protocol/hubs.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import {
  comment,
  invite,
  joinByLink,
  makeHub,
  newUser,
  shareNewNote,
  suggest,
  writeNote,
} from '#tests/support/users.ts'
import { newTopic } from './editor.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { newHub, openMemberMenu, openMembers, setEnglish } from './steps.ts'

/** A phone with letters twice as large: by WCAG 1.4.4 no content may be lost. */

const DOUBLE_SIZE = 32

async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: DOUBLE_SIZE } })
}

test('names, buttons and search results are readable in full @long', async ({ site, openAs }) => {
  const [me, , hubNo] = await newHub(site, '글쓴이', '친구')
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

test('icons grow with the text', async ({ site, openAs }) => {
  const [me] = await newHub(site)
  const page = await openAs(me, PHONE, paths.friends)
  const icon = page.getByRole('button', { name: ko['search.open'] }).first().locator('svg')
  const width = async () => (await icon.boundingBox())?.width ?? 0
  await expect.poll(width).toBeGreaterThan(0)
  const before = await width()
  await enlarge(page)
  await expect.poll(width).toBe(2 * before)
})

test('the header covers no sticky element below it @long', async ({ site, openAs }) => {
  const [me, , hubNo] = await newHub(site, '글쓴이', '친구')
  for (let number = 1; number <= 5; number += 1) await shareNewNote(me, hubNo, `노트 ${number}`)

  for (const width of [1280, PHONE]) {
    const page = await openAs(me, width, paths.discussion(hubNo))
    await enlarge(page)
    await page.getByRole('link', { name: '노트 5', exact: true }).scrollIntoViewIfNeeded()
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
    const share = page.getByRole('button', { name: ko['shares.fromRoom'], exact: true })
    const header = page.locator('.header')
    // On phones the room has the only header.
    await expect
      .poll(async () => (await top(share)) - ((await header.boundingBox())?.height ?? 0))
      .toBeGreaterThanOrEqual(0)
  }
})

test('no word inside a button breaks, also in English @long', async ({ site, openAs }) => {
  const [me, , hubNo] = await newHub(site, '글쓴이', '친구')
  const newcomer = await newUser(site.url, '새친구')
  await joinByLink(await invite(me, hubNo), newcomer)
  const page = await openAs(me, PHONE, paths.discussion(hubNo), setEnglish)
  await enlarge(page)
  await openMemberMenu(await openMembers(page), newcomer.name)
  await page.getByRole('menuitem', { name: en['invitations.removeMember'] }).click()
  const confirmation = page.getByRole('group').filter({ hasText: en['invitations.removeMemberDetail'] })
  for (const word of [en['common.cancel'], en['invitations.removeMember']])
    await expect.poll(() => lineCount(confirmation.getByRole('button', { name: word, exact: true }))).toBe(1)
})

test('the count of the bell is readable in full @long', async ({ site, openAs }) => {
  const [me, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  await makeHub(friend, me)
  const page = await openAs(me, 1280, paths.agora)
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

/** Touch targets on a phone are large enough, also beside plain text. */

const TOUCH_TARGET = 44

async function expectTouchTargets(...parts: Locator[]): Promise<void> {
  for (const part of parts) {
    await expect(part).toBeVisible()
    const { width, height } = (await part.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height), String(part)).toBeGreaterThanOrEqual(TOUCH_TARGET)
  }
}

test('links at the end of a page and below a form are large enough @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, PHONE, paths.signIn)
  await expectTouchTargets(page.getByRole('link', { name: ko['accounts.forgotPassword'] }))
  for (const name of [ko['shell.terms'], ko['shell.privacy']])
    await expectTouchTargets(page.getByRole('contentinfo').getByRole('link', { name }))
})

test('controls beside titles and comments are large enough @long', async ({ site, openAs }) => {
  const [me, friend, hubNo] = await newHub(site, '엄지', '친구')
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(me, { hubNo, noteNo })
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await expect(page.locator('.member-avatar').first()).toBeVisible()
  await expectTouchTargets(
    page.locator('.room-header__members'),
    page.locator('.room-header .action-menu__opener'),
  )

  await page.goto(paths.noteInHub(noteNo, hubNo))
  await expect(page.locator('.note-bar .reaction')).toBeVisible()
  await expectTouchTargets(
    page.locator('.note-bar__back'),
    page.locator('.comment').getByRole('button', { name: ko['comments.reply'] }),
    page.locator('.comment [aria-haspopup="menu"]'),
  )

  await page.goto(paths.friends)
  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await expectTouchTargets(page.getByRole('dialog').getByRole('button', { name: ko['common.close'] }))
})

test('the editor shows five tools and one way to the result', async ({ site, openAs }) => {
  const author = await newUser(site.url, '엄지')
  const page = await openAs(author, PHONE, paths.createNote(await newTopic(author, '주제')))
  const tools = page.getByRole('toolbar').getByRole('button')
  await expect(tools.last()).toBeVisible()
  const count = await tools.count()
  expect(count, 'five tools and the menu of the others').toBeGreaterThanOrEqual(6)
  for (let index = 0; index < count; index += 1) await expectTouchTargets(tools.nth(index))
  const autosave = page.getByRole('switch', { name: ko['notes.autosave'] })
  const [last, switched] = await Promise.all([tools.last().boundingBox(), autosave.boundingBox()])
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(switched?.x ?? 0)

  await expect(page.locator('summary', { hasText: ko['notes.preview'] })).toBeHidden()
  await page.getByText(ko['notes.modeResult'], { exact: true }).click()
  await expect(page.getByRole('region', { name: ko['notes.preview'] })).toBeVisible()
})

const height = async (part: Locator) => (await part.boundingBox())?.height ?? 0

test('a long topic title leaves space for the elements beside it @long', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '긴주제'), await newUser(site.url, '친구')]
  const topicNo = await newTopic(author, '가'.repeat(TOPIC_TITLE_MAX))
  await author.call(postNote, { topicNo, title: '짧은 제목', text: encodeText('짧은 글') })

  const page = await openAs(author, PHONE, paths.home)
  const sheet = page.getByRole('region', { name: ko['home.continue'] }).getByRole('listitem')
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  // The date of a shared note is on one line.
  await page.goto(paths.discussion(await makeHub(author, friend)))
  await page.getByRole('button', { name: ko['shares.firstHere'] }).click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '짧은 제목' })
  expect(await height(row.locator('time'))).toBeLessThan(24)
})

test('a narrow row wraps before a word breaks @long', async ({ site, newAdministrator, openAs }) => {
  const { opinion } = await suggest(await newUser(site.url))
  const page = await openAs(await newAdministrator(), 320, paths.administration, setEnglish)
  const row = page.getByRole('listitem').filter({ hasText: opinion })
  const remove = row.getByRole('button', { name: en['common.delete'] })
  await expect(remove).toBeVisible()
  for (const button of await row.getByRole('button').all()) expect(await height(button)).toBeLessThan(48)
})
