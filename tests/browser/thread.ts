import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getComments } from '#protocol/comments.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, shareNewNote, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, type OpenAs, PHONE, type Site } from './fixtures.ts'
import { newHub } from './steps.ts'

/** Opens the discussion of a hub with one shared note, as its author and as a reader. */
export async function openDiscussions(site: Site, openAs: OpenAs) {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await shareNewNote(author, hubNo, '함께 읽은 책')
  const desktop = await openAs(author, DESKTOP, paths.discussion(hubNo))
  const phone = await openAs(reader, PHONE, paths.discussion(hubNo))
  for (const page of [desktop, phone]) await expect(noteCard(page)).toBeVisible()
  return { author, reader, hubNo, noteNo, desktop, phone }
}

/** Like `openDiscussions`, with the note and its thread open. */
export async function openThreads(site: Site, openAs: OpenAs) {
  const people = await openDiscussions(site, openAs)
  for (const page of [people.desktop, people.phone]) await openNote(page)
  return people
}

export const noteCard = (page: Page) => page.getByRole('listitem').filter({ hasText: '함께 읽은 책' })
/** The button of the members, once they are loaded. */
export const membersLine = (page: Page) => page.getByText(/^이 방의 친구 \(/)
export const openNote = (page: Page) => page.getByRole('link', { name: '함께 읽은 책' }).click()
export const thread = (page: Page) => page.getByRole('log', { name: ko['comments.title'] })
export const commentBox = (page: Page) => page.getByRole('textbox', { name: ko['comments.write'] })
export const sendComment = (page: Page) =>
  page.getByRole('button', { name: ko['comments.send'], exact: true }).click()
export const commentItem = (page: Page, text: string) =>
  thread(page).getByRole('listitem').filter({ hasText: text })

/** Opens the menu of a comment. */
export const openCommentMenu = (comment: Locator) => comment.locator('[aria-haspopup="menu"]').click()

/** Chooses an action in the menu of a comment. */
export async function chooseAction(comment: Locator, name: string): Promise<void> {
  await openCommentMenu(comment)
  // On phones the menu is a sheet outside the comment.
  await comment.page().getByRole('menuitem', { name, exact: true }).click()
}

/** Creates two users, and a thread with `count` comments by the first. */
export async function createThread(site: Site, openAs: OpenAs, width: number, count: number) {
  const [writer, reader, hubNo] = await newHub(site, '쓴이', '읽는이')
  const noteNo = await writeNote(writer, '긴 이야기', '한 문단이에요.\n\n'.repeat(30))
  await writer.call(shareNote, { hubNo, noteNo })
  const threadKey = { hubNo, noteNo }
  let lastNo = 0
  for (let number = 1; number <= count; number += 1)
    lastNo = await comment(writer, threadKey, `이야기 ${number}번째`)
  const open = () => openAs(reader, width, paths.noteInHub(threadKey.noteNo, hubNo))
  return { writer, reader, threadKey, lastNo, open }
}

/** Lets the requests for older comments fail. Returns the function that ends this. */
export async function failOlderComments(page: Page): Promise<() => Promise<void>> {
  const address = `**${getComments.path}`
  await page.route(address, route =>
    (route.request().postData() ?? '').includes('"before"')
      ? route.fulfill({ status: 500, json: { success: false } })
      : route.continue(),
  )
  return () => page.unroute(address)
}

export const anyNewCommentsButton = (page: Page) => page.getByRole('button', { name: /^새 댓글 \d+$/ })
export const unreadDivider = (page: Page) => page.getByText(ko['comments.unreadFrom'])

/** Returns the top of the element in the window. */
export async function topEdge(item: Locator): Promise<number> {
  return (await item.boundingBox())?.y ?? Number.NaN
}

/**
 * Taps the element once the page and the bars rest. `Locator.tap` would scroll to an element that moves, which makes
 * the bars move it again.
 */
export async function tapAtRest(page: Page, element: Locator) {
  const isAtRest = () =>
    element.evaluate(async item => {
      const place = () => JSON.stringify([window.scrollY, item.getBoundingClientRect()])
      const before = place()
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return place() === before && document.getAnimations().every(({ playState }) => playState !== 'running')
    })
  await expect.poll(isAtRest).toBe(true)
  const { x, y } = (await element.boundingBox()) ?? { x: 0, y: 0 }
  await page.touchscreen.tap(x + 10, y + 10)
}

/** Waits until the server has stored this comment as the read position. */
export const waitForReadPosition = (page: Page, commentNo: number) =>
  page.waitForResponse(
    response =>
      response.url().endsWith('/markcommentsread') &&
      response.request().postDataJSON().commentNo === commentNo,
  )
