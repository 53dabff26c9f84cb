import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { bodyField, DESKTOP, openNewNote, save, savedMessage, titleField } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** The title of a note in the editor, and the save status. */

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('a new note starts at its title, shows its save status, and Back does not return to the editor', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const list = page.url().replace('/note/create', '/notelist')
  await page.goto(list)
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleField(page)).toBeFocused()

  await test.step('auto-save without a title', async () => {
    await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
    await bodyField(page).fill('---')
    await expect(page.getByText(ko['notes.saveStatusNoTitle'])).toBeVisible()
    await bodyField(page).fill('회의에서 나온 말')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  })
  await test.step('Enter moves to the body, and the status shows unsaved changes', async () => {
    await titleField(page).focus()
    await page.keyboard.insertText('첫 회의')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    await press(page, 'Enter')
    await expect(bodyField(page)).toBeFocused()
    await expect(titleField(page)).toHaveValue('첫 회의')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toHaveCount(0)
  })
  await test.step('a text that is too long shows an error in view', async () => {
    await bodyField(page).fill('가나다라 마바사\n'.repeat(600))
    await expect(page.getByText(ko['notes.bodyLength'])).toBeInViewport()
    await bodyField(page).fill('짧게')
  })
  await test.step('auto-save stays on', async () => {
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch', { name: ko['notes.autosave'] })).toBeChecked()
  })
  await test.step('Back does not return to the editor', async () => {
    await press(page, 'Control+Enter')
    await expect(page).toHaveURL(list)
    await page.goBack()
    await expect(titleField(page)).toHaveCount(0)
  })
})

test('a title contains no line break, and Enter of an input method moves to the body too', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const type = (command: string, text: string) =>
    page.evaluate(([how, what]) => document.execCommand(how, false, what), [command, text] as const)
  await titleField(page).fill('회의록')
  await type('insertText', '\n')
  await expect(titleField(page)).toHaveValue('회의록')
  await type('insertLineBreak', '')
  await expect(titleField(page)).toHaveValue('회의록')
  await expect(bodyField(page)).toBeFocused()
})

test('lines pasted into a title are joined with the caret behind them, and undo removes them @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).pressSequentially('회의록')
  await press(page, 'ArrowLeft')
  await dispatchTransfer(page, 'paste', { data: { 'text/plain': '(봄,\r\n여름)\n' } }, titleField(page))
  await expect(titleField(page)).toHaveValue('회의(봄, 여름)록')
  await titleField(page).pressSequentially('!')
  await expect(titleField(page)).toHaveValue('회의(봄, 여름)!록')
  await press(page, 'Control+z', 'Control+z')
  await expect(titleField(page)).toHaveValue('회의록')

  await titleField(page).fill('')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '봄', selectionStart: 1, selectionEnd: 1 })
  await dispatchTransfer(page, 'paste', { data: { 'text/plain': '(여름,\n가을)' } }, titleField(page))
  await keyboard.send('Input.insertText', { text: '!' })
  await expect(titleField(page)).toHaveValue('봄(여름, 가을)!')
})
