import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField } from './editor.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: ko['shell.bottomBar'] })

/**
 * Returns the space between the bottom of an element and the top of the bar, in whole CSS pixels at the current
 * scroll position.
 */
async function spaceAboveBar(page: Page, above: string): Promise<number> {
  const top = (await bottomBar(page).boundingBox())?.y ?? 0
  const space = await page
    .locator(above)
    .evaluate((element, edge) => edge - element.getBoundingClientRect().bottom, top)
  return Math.round(space)
}

test('on phones the bottom bar offers the main screens and covers nothing', async ({ site, openAs }) => {
  const [friend, me, hubNo] = await newHub(site, '친구', '엄지')
  const theirs = await shareNewNote(friend, hubNo, '같이 읽을 노트')
  const page = await openAs(me, PHONE, paths.topics)
  const bar = bottomBar(page)

  await test.step('with the unread counts', async () => {
    await expect(bar.getByRole('link', { name: /^친구/ })).toContainText(
      ko['common.unread'].replace('{count}', '1'),
    )
    await expect(bar.getByRole('link', { name: /^소식, 새 소식 1개/ })).toBeVisible()
    await expect(bar.getByRole('link', { name: '노트', exact: true })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)
  })
  await test.step('the end of a page, the comment box and toasts are above the bar', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await spaceAboveBar(page, '.footer')).toBeGreaterThanOrEqual(0)
    await bar.getByRole('link', { name: /^친구/ }).click()
    await expect(page).toHaveURL(paths.friends)
    await comment(friend, { hubNo, noteNo: theirs }, '읽었나요?')
    await page.goto(paths.noteInHub(theirs, hubNo))
    await expect(page.getByRole('log').getByText('읽었나요?')).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(bar.getByRole('link', { name: /^친구/ })).toHaveAttribute('aria-current', 'page')
    expect(await spaceAboveBar(page, '.comments__footer')).toBeGreaterThanOrEqual(0)
  })
  await test.step('the editor hides it', async () => {
    await bar.getByRole('link', { name: ko['shell.shortNewNote'] }).click()
    await expect(bodyField(page)).toBeVisible()
    await expect(bar).toBeHidden()
  })
  await test.step('wider windows have none', async () => {
    await page.goto(paths.friends)
    await expect(bar).toBeVisible()
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(page.locator('.bottom-bar')).toHaveCount(0)
  })
})

/** A phone whose browser shows the keyboard over the page, like Safari: the window keeps its height. */

const KEYBOARD = 330
const WINDOW = 844

/** Replaces `visualViewport`, which a test cannot change otherwise. */
async function withKeyboardOverPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), { scale: 1, height: innerHeight, offsetTop: 0 })
    Object.defineProperty(window, 'visualViewport', { value: seen })
  })
}

function setViewport(
  page: Page,
  seen: { height: number; offsetTop?: number; scale?: number },
): Promise<void> {
  return page.evaluate(parts => {
    const viewport = window.visualViewport as EventTarget
    Object.assign(viewport, { offsetTop: 0, scale: 1 }, parts)
    viewport.dispatchEvent(new Event('resize'))
  }, seen)
}

const bottomOfEditor = (page: Page) =>
  page.locator('.writing').evaluate(editor => Math.round(editor.getBoundingClientRect().bottom))

test('the on-screen keyboard covers neither the text nor the buttons @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '엄지')
  const noteNo = await writeNote(author, '휴대폰에서', Array(80).fill('한 줄').join('\n'))
  const page = await openAs(author, PHONE, paths.updateNote(noteNo), withKeyboardOverPage)
  await expect(bodyField(page)).toBeVisible()
  await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW)

  await test.step('when the keyboard opens', async () => {
    await setViewport(page, { height: WINDOW - KEYBOARD })
    await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW - KEYBOARD)
    for (const part of ['.writing__save-message', '.writing__buttons', '.writing__tools'])
      expect(
        await page.locator(part).evaluate(element => element.getBoundingClientRect().bottom),
      ).toBeLessThanOrEqual(WINDOW - KEYBOARD)
  })
  await test.step('the page stays in place when the browser scrolls it', async () => {
    await page.evaluate(() => window.scrollTo(0, 200))
    await setViewport(page, { height: WINDOW - KEYBOARD, offsetTop: 200 })
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })
  await test.step('pinch zoom changes nothing, and closing the keyboard restores the layout', async () => {
    await setViewport(page, { height: WINDOW / 2, scale: 2 })
    await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW)
    await setViewport(page, { height: WINDOW - KEYBOARD })
    await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW - KEYBOARD)
    await setViewport(page, { height: WINDOW })
    await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW)
  })
  await test.step('the bottom bar hides while the keyboard is open', async () => {
    const bar = page.getByRole('navigation', { name: ko['shell.bottomBar'] })
    await page.goto(paths.agora)
    await page.getByRole('textbox').first().focus()
    await expect(bar).toBeVisible()
    await setViewport(page, { height: WINDOW - KEYBOARD })
    await expect(bar).toBeHidden()
    await setViewport(page, { height: WINDOW })
    await expect(bar).toBeVisible()
    // Pinch zoom.
    await setViewport(page, { height: WINDOW / 2, scale: 2 })
    await expect(bar).toBeVisible()
    await setViewport(page, { height: WINDOW - KEYBOARD })
    await page.getByRole('textbox').first().blur()
    await expect(bar).toBeVisible()
  })
})
