import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { bodyField, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

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

test('the editor ends above the keyboard, with the current line and the buttons in view @long', async ({
  site,
  newPage,
}) => {
  const author = await newUser(site.url, '엄지')
  const noteNo = await writeNote(author, '휴대폰에서', Array(80).fill('한 줄').join('\n'))
  const page = await newPage(site.url, PHONE)
  await withKeyboardOverPage(page)
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), author.token)
  await page.goto(paths.updateNote(noteNo))
  await expect(bodyField(page)).toBeVisible()
  await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW)

  await test.step('when the keyboard opens', async () => {
    await setViewport(page, { height: WINDOW - KEYBOARD })
    await expect.poll(() => bottomOfEditor(page)).toBe(WINDOW - KEYBOARD)
    for (const part of ['.writing__status', '.writing__buttons'])
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
})
