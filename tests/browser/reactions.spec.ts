import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { setReaction } from '#protocol/reactions.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { commentItem, createThread } from './thread.ts'

/** Reactions (공감) to a note and its comments. */

/** The minimum height of a touch target in CSS pixels. */
const TOUCH_TARGET = 44

/** Expects that every control in the card is tall enough and not covered. */
async function expectReachable(card: Locator): Promise<void> {
  for (const button of await card.getByRole('button').all()) {
    const isHit = await button.evaluate((element, finger) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      const reach = finger / 2 - 1
      return [-reach, reach].every(from => {
        const hit = document.elementFromPoint(x + width / 2, y + height / 2 + from)
        return hit !== null && element.contains(hit)
      })
    }, TOUCH_TARGET)
    expect(isHit, (await button.textContent()) ?? '').toBe(true)
  }
}

const TOGGLE = /^공감( \d+)?$/

test('the reaction button has its colours and its place @long', async ({ site, openAs }) => {
  const { open } = await createThread(site, openAs, DESKTOP, 0)
  const page = await open()
  const pill = page.locator('.note-bar').getByRole('button', { name: TOGGLE })
  const colour = () => pill.evaluate(button => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await pill.click()
  await expect(pill).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(colour).not.toBe(before)
})

test('a reaction to a note and to a comment appears on both screens', async ({ site, openAs }) => {
  const { writer, reader, threadKey, open } = await createThread(site, openAs, DESKTOP, 1)
  const [theirs, mine] = [
    await openAs(writer, PHONE, paths.noteInHub(threadKey.noteNo, threadKey.hubNo)),
    await open(),
  ]
  const onNote = (page: Page) => page.locator('.note-bar').getByRole('button', { name: TOGGLE })
  await onNote(mine).click()
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
  await expect(onNote(theirs)).toHaveText('공감 1')
  await expect(onNote(theirs)).toHaveAttribute('aria-pressed', 'false')
  await mine.locator('.note-bar').getByRole('button', { name: ko['reactions.who'] }).click()
  await expect(mine.locator('.note-bar').getByText(reader.name)).toBeVisible()

  const onComment = (page: Page) => commentItem(page, '이야기 1번째').getByRole('button', { name: TOGGLE })
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감 1')
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감')
  await mine.reload()
  await expect(onNote(mine)).toHaveText('공감 1')
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')

  await test.step('a failure is reported by a toast, and the bar keeps its height', async () => {
    const bar = theirs.locator('.note-bar')
    const before = (await bar.boundingBox())?.height
    await theirs.context().setOffline(true)
    await onNote(theirs).click()
    await expect(theirs.locator('.toast').getByText(ko['error.offline'])).toBeVisible()
    expect((await bar.boundingBox())?.height).toBe(before)
  })
})

test('a click on the count lists who reacted @long', async ({ site, openAs }) => {
  const [reader, ...friends] = [
    await newUser(site.url, '읽는이'),
    ...(await Promise.all(['첫친구', '둘째친구', '셋째친구'].map(name => newUser(site.url, name)))),
  ]
  const hubNo = await makeHub(reader, ...friends)
  const noteNo = await shareNewNote(reader, hubNo)
  for (const user of [reader, ...friends]) await user.call(setReaction, { hubNo, noteNo, isOn: true })
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  const others = page.getByRole('button', { name: ko['reactions.who'] })
  const names = [reader, ...friends].map(({ name }) => name).join(', ')
  const all = page.getByRole('dialog', { name: ko['reactions.who'] }).filter({ hasText: names })
  await others.click()
  await expect(all).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(all).toHaveCount(0)
  await expect(others).toBeFocused()
  await others.press('Enter')
  await expect(all).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: others })
  await page.keyboard.press('Escape')
  await expectReachable(card)

  const commentNo = await comment(reader, { hubNo, noteNo }, '그래요')
  for (const user of [reader, ...friends])
    await user.call(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  await expect(card).toContainText('그래요')
  await expectReachable(card)
  await page.goto(paths.noteInHub(noteNo, hubNo))
  await commentItem(page, '그래요').getByRole('button', { name: ko['reactions.who'] }).click()
  await expect(all).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE)
})
