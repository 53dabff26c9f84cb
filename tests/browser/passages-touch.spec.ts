import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expect, test } from './fixtures.ts'
import { drawnWords, openNoteInHub, selectionToolbar, selectRange } from './passages.ts'

/** Below the line, where the system draws the handles of a selection. In pixels. */
const HANDLES = 40

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
