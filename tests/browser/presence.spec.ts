import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Site, test } from './fixtures.ts'
import { hubOf, shareIn } from './steps.ts'

/** Who looks at a discussion now, and who has opened a note: an author at a desktop and a reader with a phone. */
async function meet(site: Site) {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  return { author, reader, hubNo: await makeHub(author, reader) }
}

const looksFine = async (page: Page) => {
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(overflow).toBe(false)
}

/** Notes on the page whether it was too wide after any change, also after one that is put right before it is painted. */
const watchWidth = async (page: Page) => {
  await expect(page.locator('.header__bar[data-tight]')).toBeAttached()
  await page.evaluate(() => {
    const root = document.documentElement
    const look = () =>
      root.toggleAttribute('data-was-too-wide', root.scrollWidth > window.innerWidth) && watch.disconnect()
    const watch = new MutationObserver(look)
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

test('friends see who looks at the discussion, for as long as they do', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await meet(site)
  const here = (page: Page, count: number) => page.getByText(`이 방의 친구 (2) · 지금 ${count}명`)
  const desk = await openAs(author, 1440, paths.discussion(hubNo))
  await expect(here(desk, 1)).toBeVisible()
  const phone = await openAs(reader, 390, paths.friends)
  await hubOf(phone, author.name).getByRole('link').first().click()

  for (const page of [desk, phone]) {
    await here(page, 2).click()
    const friend = page.getByRole('listitem').filter({ hasText: page === desk ? reader.name : author.name })
    await expect(friend.getByText(ko['discussion.isHere'])).toBeVisible()
    await looksFine(page)
  }

  // Also beside the room's name, which stays in sight.
  const face = desk.locator('.room-head').getByTitle(reader.name)
  await expect(face).toBeVisible()
  await phone.goBack()
  await expect(face).toBeHidden()
  await expect(here(desk, 1)).toBeVisible()
  await expect(
    desk.getByRole('listitem').filter({ hasText: reader.name }).getByText(ko['discussion.isHere']),
  ).toBeHidden()
  await phone.goForward()
  await expect(here(desk, 2)).toBeVisible()
  await phone.close()
  await expect(here(desk, 1)).toBeVisible()
})

test('who reads a note of the room is there as well, and is seen beside its thread by who reads it, too @long', async ({
  site,
  openAs,
}) => {
  const { author, reader, hubNo } = await meet(site)
  const noteNo = await shareNewNote(author, hubNo)
  const phone = await openAs(reader, 390, paths.noteInHub(noteNo, hubNo))
  const together = (page: Page) => page.getByText(ko['comments.readingTogether'].replace('{count}', '2'))
  const desk = await openAs(author, 1440, paths.discussion(hubNo))
  await expect(desk.getByText('이 방의 친구 (2) · 지금 2명')).toBeVisible()
  await expect(together(phone)).toBeHidden()

  await desk.goto(paths.noteInHub(noteNo, hubNo))
  for (const page of [desk, phone]) {
    await expect(together(page)).toBeVisible()
    await looksFine(page)
  }
  await phone.close()
  await expect(together(desk)).toBeHidden()
})

/** The live connection of a page, from its next load on. While it is cut, an attempt waits, as one that no server answers. */
async function holdLine(page: Page) {
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

test('who is invited before a closed door is let in and seen, also when the invitation was not heard @long', async ({
  site,
  openAs,
}) => {
  const { author, reader, hubNo } = await meet(site)
  await shareNewNote(author, hubNo, '함께 읽을 노트')
  const phone = await openAs(reader, 390, paths.discussion(hubNo))
  const desk = await openAs(author, 1440, paths.discussion(hubNo))
  const note = phone.getByRole('link', { name: '함께 읽을 노트' })
  const closedDoor = phone.getByText(ko['discussion.gone'])
  const leave = () => reader.does(disjoin, { targetHubNo: hubNo })
  const invite = () =>
    author.does(addMatching, {
      hubNo,
      friendsJSON: JSON.stringify([reader.userNo]),
      expectedResult: JSON.stringify([author.userNo, reader.userNo]),
    })
  await leave()
  await expect(closedDoor).toBeVisible()
  const line = await holdLine(phone)
  await phone.reload()
  await expect(closedDoor).toBeVisible()

  await invite()
  await expect(note).toBeVisible()
  await expect(desk.getByText('이 방의 친구 (2) · 지금 2명')).toBeVisible()

  await leave()
  await expect(closedDoor).toBeVisible()
  line.cut()
  await invite()
  line.repair()
  await expect(note).toBeVisible()
})

test('a note is new until it is seen, on every tab, and its author sees when it is opened', async ({
  site,
  openAs,
}) => {
  const { author, reader, hubNo } = await meet(site)
  const noteNo = await writeNote(author, '읽을 노트', '함께 읽어요')
  const desk = await openAs(author, 1440, paths.note(noteNo))
  const phone = await openAs(reader, 390, paths.discussion(hubNo))
  await watchWidth(phone)
  await desk.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desk.getByRole('listitem').filter({ hasText: reader.name })
  await shareIn(row)
  await expect(row.getByText(ko['shares.notReadYet'])).toBeVisible()

  const mark = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ hasText: '읽을 노트' })
      .getByText(ko['discussion.isNew'], { exact: true })
  await expect(mark(phone)).toBeVisible()
  await looksFine(phone)
  await expect(phone.locator('html')).not.toHaveAttribute('data-was-too-wide')
  const secondTab = await phone.context().newPage()
  await secondTab.goto(phone.url())
  await expect(secondTab.getByRole('link', { name: '읽을 노트' })).toBeVisible()
  await expect(mark(secondTab)).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('link', { name: '읽을 노트' })).toBeVisible()
  await expect(mark(phone)).toBeHidden()
  // Seen is not read.
  await expect(row.getByText(ko['shares.notReadYet'])).toBeVisible()

  await phone.getByRole('link', { name: '읽을 노트' }).click()
  await expect(phone.getByRole('article').getByText('함께 읽어요')).toBeVisible()
  await expect(row.getByText('1명이 읽었어요')).toBeVisible()
  await phone.goBack()
  await expect(phone.getByRole('link', { name: '읽을 노트' })).toBeVisible()

  // What its author changes meanwhile is there when it is opened again.
  await author.does(updateNote, { noteNo, title: '읽을 노트', text: encodeText('고쳐 썼어요') })
  await expect(phone.getByText(ko['discussion.edited'])).toBeVisible()
  await phone.getByRole('link', { name: '읽을 노트' }).click()
  await expect(phone.getByRole('article').getByText('고쳐 썼어요')).toBeVisible()
})
