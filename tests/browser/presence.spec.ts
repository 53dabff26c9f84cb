import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { hubRow, newHub, openMembers, shareNow } from './steps.ts'

/** Who views a discussion and who has opened a note. */

const expectNoProblems = async (page: Page) => {
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(overflow).toBe(false)
}

/** Marks the page if it was too wide after any DOM change, even one that was corrected before the next paint. */
const watchWidth = async (page: Page) => {
  await expect(page.locator('.header__bar[data-tight]')).toBeAttached()
  await page.evaluate(() => {
    const root = document.documentElement
    const checkWidth = () =>
      root.toggleAttribute('data-was-too-wide', root.scrollWidth > window.innerWidth) && watch.disconnect()
    const watch = new MutationObserver(checkWidth)
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

test('members see who views the discussion, while they do @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const presentMembers = (page: Page, count: number) => page.getByText(`이 방의 친구 (2) · 지금 ${count}명`)
  const desktop = await openAs(author, 1440, paths.discussion(hubNo))
  await expect(presentMembers(desktop, 1)).toBeVisible()
  const phone = await openAs(reader, 390, paths.friends)
  await hubRow(phone, author.name).getByRole('link').first().click()

  for (const page of [desktop, phone]) {
    await expect(presentMembers(page, 2)).toBeVisible()
    const members = await openMembers(page)
    const friend = members
      .getByRole('listitem')
      .filter({ hasText: page === desktop ? reader.name : author.name })
    await expect(friend.getByText(ko['discussion.isHere'])).toBeVisible()
    await expectNoProblems(page)
    await page.keyboard.press('Escape')
  }

  // Also on the avatar beside the room's name.
  const avatar = desktop.locator('.room-header .member-avatar--present')
  await expect(avatar).toBeVisible()
  await phone.goBack()
  await expect(avatar).toBeHidden()
  await expect(presentMembers(desktop, 1)).toBeVisible()
  await phone.goForward()
  await expect(presentMembers(desktop, 2)).toBeVisible()
  await phone.close()
  await expect(presentMembers(desktop, 1)).toBeVisible()
})

test('readers of a note count as present and see each other @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await shareNewNote(author, hubNo)
  const phone = await openAs(reader, 390, paths.noteInHub(noteNo, hubNo))
  const together = (page: Page) => page.getByText(ko['comments.readingTogether'].replace('{count}', '2'))
  const desktop = await openAs(author, 1440, paths.discussion(hubNo))
  await expect(desktop.getByText('이 방의 친구 (2) · 지금 2명')).toBeVisible()
  await expect(together(phone)).toBeHidden()

  await desktop.goto(paths.noteInHub(noteNo, hubNo))
  for (const page of [desktop, phone]) {
    await expect(together(page)).toBeVisible()
    await expectNoProblems(page)
  }
  await phone.close()
  await expect(together(desktop)).toBeHidden()
})

/** Controls the live connection of a page from its next load on. While it is cut, connection attempts stay pending. */
async function controlConnection(page: Page) {
  let repaired = Promise.resolve()
  let repair = () => {}
  let end = () => {}
  await page.routeWebSocket(/socket\.io/, async client => {
    await repaired
    const server = client.connectToServer()
    end = () => {
      void client.close()
      void server.close()
    }
  })
  return {
    cut() {
      repaired = new Promise(resolve => {
        repair = resolve
      })
      end()
    },
    repair: () => repair(),
  }
}

test("a member re-invited while on the room's error screen gets in @long", async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  await shareNewNote(author, hubNo, '함께 읽을 노트')
  const phone = await openAs(reader, 390, paths.discussion(hubNo))
  const desktop = await openAs(author, 1440, paths.discussion(hubNo))
  const note = phone.getByRole('link', { name: '함께 읽을 노트' })
  const closedDoor = phone.getByText(ko['discussion.gone'])
  const leaveHub = () => reader.call(disjoin, { targetHubNo: hubNo })
  const invite = () =>
    author.call(addMatching, {
      hubNo,
      friendsJSON: JSON.stringify([reader.userNo]),
      expectedResult: JSON.stringify([author.userNo, reader.userNo]),
    })
  await leaveHub()
  await expect(closedDoor).toBeVisible()
  const connection = await controlConnection(phone)
  await phone.reload()
  await expect(closedDoor).toBeVisible()

  await invite()
  await expect(note).toBeVisible()
  await expect(desktop.getByText('이 방의 친구 (2) · 지금 2명')).toBeVisible()

  await leaveHub()
  await expect(closedDoor).toBeVisible()
  connection.cut()
  await invite()
  connection.repair()
  await expect(note).toBeVisible()
})

test('a note is new until it is seen, and its author sees it opened @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '읽을 노트', '함께 읽어요')
  const desktop = await openAs(author, 1440, paths.note(noteNo))
  const phone = await openAs(reader, 390, paths.discussion(hubNo))
  await watchWidth(phone)
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desktop.getByRole('listitem').filter({ hasText: reader.name })
  await shareNow(row)
  await expect(row.getByText(ko['shares.notReadYet'])).toBeVisible()

  const mark = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ hasText: '읽을 노트' })
      .getByText(ko['discussion.isNew'], { exact: true })
  await expect(mark(phone)).toBeVisible()
  await expectNoProblems(phone)
  await expect(phone.locator('html')).not.toHaveAttribute('data-was-too-wide')
  const secondTab = await phone.context().newPage()
  await secondTab.goto(phone.url())
  await expect(secondTab.getByRole('link', { name: '읽을 노트' })).toBeVisible()
  await expect(mark(secondTab)).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('link', { name: '읽을 노트' })).toBeVisible()
  await expect(mark(phone)).toBeHidden()
  // Seen does not mean opened.
  await expect(row.getByText(ko['shares.notReadYet'])).toBeVisible()

  await phone.getByRole('link', { name: '읽을 노트' }).click()
  await expect(phone.getByRole('article').getByText('함께 읽어요')).toBeVisible()
  await expect(row.getByText('1명이 읽었어요')).toBeVisible()
  await phone.goBack()
  await expect(phone.getByRole('link', { name: '읽을 노트' })).toBeVisible()

  // The author's change is there when the reader opens the note again.
  await author.call(updateNote, { noteNo, title: '읽을 노트', text: encodeText('고쳐 썼어요') })
  await expect(phone.getByText(ko['discussion.edited'])).toBeVisible()
  await phone.getByRole('link', { name: '읽을 노트' }).click()
  await expect(phone.getByRole('article').getByText('고쳐 썼어요')).toBeVisible()
})
