import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { bodyField, DESKTOP, openNewNote, savedMessage, titleField } from './editor.ts'
import { expect, test } from './fixtures.ts'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('shortcuts insert Markdown, and keys move the focus out of the text box', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)

  await test.step('Enter continues a list, and undo reverts each step', async () => {
    await body.focus()
    await page.keyboard.insertText('회의')
    await press(page, 'Shift+Home', 'Control+b')
    await expect(body).toHaveValue('**회의**')
    await press(page, 'Control+i')
    await expect(body).toHaveValue('***회의***')
    await press(page, 'Control+z')
    await expect(body).toHaveValue('**회의**')
    await press(page, 'Control+z')
    await expect(body).toHaveValue('회의')
    await press(page, 'Control+a', 'Control+k')
    await expect(body).toHaveValue('[회의](https://)')
    await page.keyboard.insertText('https://example.com')
    await expect(body).toHaveValue('[회의](https://example.com)')

    await press(page, 'Control+a', 'Delete')
    await page.keyboard.insertText('- [x] 김밥')
    await press(page, 'Enter')
    await page.keyboard.insertText('물')
    await press(page, 'Tab')
    await expect(body).toHaveValue('- [x] 김밥\n  - [ ] 물')
    await press(page, 'Shift+Tab', 'Enter', 'Enter')
    await expect(body).toHaveValue('- [x] 김밥\n- [ ] 물\n\n')
    await press(page, 'Control+z')
    await expect(body).toHaveValue('- [x] 김밥\n- [ ] 물\n- [ ] ')
    await press(page, 'Backspace')
    await expect(body).toHaveValue('- [x] 김밥\n- [ ] 물\n')
    await press(page, 'Control+z')
    await expect(body).toHaveValue('- [x] 김밥\n- [ ] 물\n- [ ] ')
  })

  await test.step('undo scrolls its change into view', async () => {
    await body.fill('')
    await body.fill('줄\n'.repeat(300))
    await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0))
    await page.keyboard.insertText('처음')
    const scroller = page.locator('.writing__scroller')
    await scroller.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBeGreaterThan(1_000)
    await press(page, 'Control+z')
    await expect(body).toHaveValue('줄\n'.repeat(300))
    await expect.poll(() => scroller.evaluate(element => element.scrollTop)).toBeLessThan(300)
  })

  await test.step('Esc and Tab leave the text box, as its hint says; Ctrl+S saves from anywhere', async () => {
    await body.fill('')
    await expect(body).toHaveAccessibleDescription(new RegExp(ko['notes.keysWayOut']))
    await body.focus()
    await press(page, 'Tab')
    await expect(body).toBeFocused()
    await expect(body).toHaveValue('  ')
    await press(page, 'Escape', 'Tab')
    await expect(body).not.toBeFocused()
    await press(page, 'Shift+Tab')
    await expect(body).toBeFocused()
    await press(page, 'Escape', 'Shift+Tab')
    await expect(titleField(page)).toBeFocused()
    await expect(body).toHaveValue('  ')

    await titleField(page).fill('회의')
    await titleField(page).blur()
    await press(page, 'Control+s')
    await expect(savedMessage(page)).toBeVisible()
  })
})

test('a shortcut starts a new note from anywhere except text fields, also with a Hangul layout', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  await author.call(createTopic, { title: '밭일' })
  const page = await openAs(author, DESKTOP, paths.topics)
  // The shortcut is registered together with the link that it triggers.
  await expect(page.getByRole('banner').getByRole('link', { name: ko['shell.newNote'] })).toBeVisible()
  const name = page.getByLabel(ko['topics.newTopic'])
  await name.focus()
  await page.keyboard.press('Alt+n')
  await expect(name).toBeFocused()
  await name.blur()
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', {
        code: 'KeyN',
        key: 'ㅜ',
        altKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  )
  await expect(titleField(page)).toBeFocused()
})
