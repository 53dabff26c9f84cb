import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { drawnWords, openNoteInHub, selectionToolbar, selectRange } from './passages.ts'

/** Below the line, where the system draws the handles of a selection. In pixels. */
const HANDLES = 40

/** The height that Android leaves to a page while its keyboard is open. In pixels. */
const WITH_KEYBOARD = 480

test('a selection by finger gets its tools, which keep clear of its handles and stay', async ({
  site,
  openAs,
}) => {
  const { phone } = await openNoteInHub(site, openAs)
  await longPress(phone, '문장에는')
  await expect(selectionToolbar(phone)).toBeVisible()
  await expectClearOfHandles(phone)

  // Handles send no pointer events.
  await selectRange(phone, '두 번째 문장에는')
  await expectClearOfHandles(phone)
  await tapTool(phone, ko['passages.highlight'])
  await expect(selectionToolbar(phone)).toBeHidden()
  await expect.poll(() => drawnWords(phone, 'passage-1')).toEqual(['두 번째 문장에는'])

  await longPress(phone, '여기에서')
  await expectClearOfHandles(phone)
  await tapTool(phone, ko['passages.comment'])
  await expect(phone.getByRole('dialog', { name: ko['passages.title'] })).toContainText('여기에서')
})

test('the passage and the own comment stay in view while the on-screen keyboard is open', async ({
  site,
  openAs,
}) => {
  const { phone } = await openNoteInHub(site, openAs)
  const { y } = await selectRange(phone, '다음에는')
  await tapTool(phone, ko['passages.comment'])
  const sheet = phone.getByRole('dialog', { name: ko['passages.title'] })
  await expect(sheet.getByRole('textbox')).toBeFocused()
  const edgeOfSheet = async () => (await sheet.boundingBox())?.y ?? 0
  await expect.poll(edgeOfSheet).toBeGreaterThan(y)

  await phone.setViewportSize({ width: PHONE, height: WITH_KEYBOARD })
  const words = phone.locator('.md').getByText('다음에는')
  await expect
    .poll(async () => {
      const heading = await words.boundingBox()
      return (await edgeOfSheet()) - ((heading?.y ?? 0) + (heading?.height ?? 0))
    })
    .toBeGreaterThan(0)

  await sheet.getByRole('textbox').fill('첫 댓글')
  await sheet.getByRole('button', { name: ko['comments.send'], exact: true }).tap()
  const sent = sheet.getByRole('listitem').filter({ hasText: '첫 댓글' })
  await expect(sent.getByRole('button', { name: ko['comments.reply'] })).toBeInViewport({ ratio: 1 })
})

/**
 * Holds a finger on words until the system selects them. Chromium without a window recognises no long press, so the selection is
 * made by script while the finger is down.
 */
async function longPress(page: Page, words: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { x, y } = await selectRange(page, words)
  await page.evaluate(() => document.getSelection()?.removeAllRanges())
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await selectRange(page, words)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
}

async function tapTool(page: Page, name: string): Promise<void> {
  await selectionToolbar(page).getByRole('button', { name, exact: true }).tap()
}

async function expectClearOfHandles(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const bar = await selectionToolbar(page).boundingBox()
      const selected = await page.evaluate(() =>
        document.getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON(),
      )
      return (bar?.y ?? 0) - selected.bottom
    })
    .toBeGreaterThanOrEqual(HANDLES)
}
