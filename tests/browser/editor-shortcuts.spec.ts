import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { bodyField, newNotePath, openNewNote, save, savedMessage, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openNewTopic } from './steps.ts'

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('shortcuts insert Markdown, and keys move the focus out of the text box', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)

  await test.step('undo and redo restore the caret, and the next key deletes nothing', async () => {
    await bodyField(page).focus()
    await page.keyboard.insertText('- 하나')
    await press(page, 'Tab', 'Control+z', 'x')
    await expect(bodyField(page)).toHaveValue('- 하나x')
    await press(page, 'Enter', 'Enter', 'Control+z')
    await expect(bodyField(page)).toHaveValue('- 하나x\n- ')
    await press(page, 'y')
    await expect(bodyField(page)).toHaveValue('- 하나x\n- y')
    await press(page, 'Alt+ArrowUp', 'z')
    await expect(bodyField(page)).toHaveValue('- yz\n- 하나x')
    await press(page, 'Home', 'Shift+End', '*', '*')
    await expect(bodyField(page)).toHaveValue('**- yz**\n- 하나x')
  })
  await test.step('Enter continues a list, and undo reverts each step', async () => {
    await body.fill('')
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
  await test.step('keeps the caret in the text when a click closes a dialog or a toast', async () => {
    await bodyField(page).fill('처음 끝')
    const caretAt = (offset: number) =>
      bodyField(page).evaluate((field: HTMLTextAreaElement, at) => {
        field.focus()
        field.setSelectionRange(at, at)
      }, offset)

    await caretAt(2)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: ko['search.name'] })).toBeVisible()
    await page.mouse.click(5, 850)
    await page.keyboard.press('a')
    await expect(bodyField(page)).toHaveValue('처음a 끝')

    await caretAt(3)
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], '글.exe'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await page.locator('.toast').getByRole('button', { name: ko['common.close'] }).click()
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.keyboard.press('b')
    await expect(bodyField(page)).toHaveValue('처음ab 끝')
  })
  await test.step('a click on the save button keeps the caret in the text', async () => {
    await titleField(page).fill('회의')
    await bodyField(page).fill('앞뒤')
    await bodyField(page).press('ArrowLeft')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.keyboard.press('Space')
    await expect(bodyField(page)).toHaveValue('앞 뒤')
  })
})

test('a shortcut starts a new note, also with a Hangul layout', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  await author.call(createTopic, { title: '밭일' })
  const page = await openAs(author, DESKTOP, paths.topics)
  // The shortcut is registered together with the link that it triggers.
  await expect(page.getByRole('banner').getByRole('link', { name: ko['shell.newNote'] })).toBeVisible()
  await openNewTopic(page)
  const name = page.getByLabel(ko['topics.newTopic'])
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

/** The toolbar and the modes beside the text. */

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

test('toolbar buttons keep the focus and the undo history, and modes persist', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  await bodyField(page).focus()
  await page.keyboard.insertText('오늘 회의')
  await press(page, 'Shift+Home')
  await tool(ko['notes.toolBold']).click()
  await expect(bodyField(page)).toHaveValue('**오늘 회의**')
  await expect(bodyField(page)).toBeFocused()
  await tool(ko['notes.toolUndo']).click()
  await expect(bodyField(page)).toHaveValue('오늘 회의')
  await tool(ko['notes.toolRedo']).click()
  await expect(bodyField(page)).toHaveValue('**오늘 회의**')
  await expect(bodyField(page)).toBeFocused()
  await tool(ko['notes.toolUndo']).click()
  await press(page, 'Control+Alt+2')
  await expect(bodyField(page)).toHaveValue('## 오늘 회의')

  await test.step('during composition', async () => {
    await press(page, 'Control+End')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '록', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolQuote']).click()
    await expect(bodyField(page)).toHaveValue('> ## 오늘 회의록')
    await keyboard.send('Input.imeSetComposition', { text: '과', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolBold']).click()
    await keyboard.send('Input.insertText', { text: '그림' })
    await expect(bodyField(page)).toHaveValue('> ## 오늘 회의록과**그림**')
    await tool(ko['notes.toolUndo']).click()
    await tool(ko['notes.toolUndo']).click()
    await expect(bodyField(page)).toHaveValue('> ## 오늘 회의록과')
    await keyboard.send('Input.imeSetComposition', { text: '회', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolRedo']).click()
    await keyboard.send('Input.insertText', { text: '의' })
    await expect(bodyField(page)).toHaveValue('> ## 오늘 회의록과회의')
    await bodyField(page).fill('> ## 오늘 회의록')
  })
  await test.step('the toolbar is one Tab stop with arrow keys inside', async () => {
    await tool(ko['notes.toolUndo']).focus()
    await press(page, 'ArrowRight', 'ArrowRight')
    await expect(tool(ko['notes.toolBold'])).toBeFocused()
    await press(page, 'End')
    await expect(tool(ko['keys.findInNote'])).toBeFocused()
    await expect(page.getByRole('toolbar').locator('[tabindex="0"]')).toHaveCount(1)
  })
  await test.step('modes', async () => {
    await expect(mode(page, ko['notes.modeSplit'])).toBeChecked()
    await press(page, 'Control+Backslash')
    await expect(bodyField(page)).toBeHidden()
    await expect(page.getByRole('region', { name: ko['notes.preview'] })).toContainText('오늘 회의록')
    await press(page, 'Control+Backslash')
    await expect(mode(page, ko['notes.modeWrite'])).toBeChecked()
    await page.reload()
    await expect(mode(page, ko['notes.modeWrite'])).toBeChecked()
    await page.getByText(ko['notes.preview']).click()
    await expect(mode(page, ko['notes.modeSplit'])).toBeChecked()
  })
})

test('what was typed before the server opened the document can be undone', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓰는사람')
  let answer = () => {}
  const page = await openAs(author, DESKTOP, await newNotePath(author), async blank => {
    await blank.routeWebSocket(/socket\.io/, socket => socket.close())
    answer = await delayRequests(blank, '**/api/document/open')
  })
  const body = bodyField(page)
  await body.focus()
  await page.keyboard.insertText('- 하나')
  await press(page, 'Tab')
  await expect(body).toHaveValue('  - 하나')
  const sent = page.waitForRequest('**/api/document/edit')
  answer()
  await sent
  await press(page, 'Control+z', 'x')
  await expect(body).toHaveValue('- 하나x')
  await press(page, 'Control+z', 'Control+z')
  await expect(body).toHaveValue('')
  await press(page, 'Control+y', 'Control+y')
  await expect(body).toHaveValue('- 하나x')
})

test('tools that do not fit move into an overflow menu @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await expect(page.getByRole('button', { name: ko['notes.toolPicture'] })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 800, height: 844 })
  const bar = page.getByRole('toolbar')
  const more = bar.getByRole('button', { name: ko['notes.toolsMore'] })
  const menu = page.getByRole('menu', { name: ko['notes.toolsMore'] })
  const names = async () => [
    ...(await bar.getByRole('button').evaluateAll(all => all.map(button => button.ariaLabel))),
    ...(await menu.getByRole('menuitem').evaluateAll(all => all.map(item => item.ariaLabel))),
  ]
  await bodyField(page).fill('봄')
  await press(page, 'Control+a')
  await more.click()
  await expect(bodyField(page)).toBeFocused()
  expect((await names()).filter(name => name !== ko['notes.toolsMore'])).toHaveLength(18)
  await menu.getByRole('menuitem', { name: ko['notes.toolCallout'] }).click()
  await expect(bodyField(page)).toHaveValue('> [!note]\n> 봄')
  await expect(bodyField(page)).toBeFocused()
  await expect(menu).toHaveCount(0)

  await test.step('with the keyboard, and no button is outside the bar', async () => {
    await bar.getByRole('button').first().focus()
    await press(page, 'End')
    await expect(more).toBeFocused()
    await press(page, 'Enter', 'End', 'Escape')
    await expect(more).toBeFocused()
    await expect(menu).toHaveCount(0)
    await press(page, 'Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter')
    // Pressing the tool again removes the callout.
    await expect(bodyField(page)).toHaveValue('봄')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(more).toHaveCount(width === 1440 ? 0 : 1)
      // The bar moves buttons into the menu after it has measured itself.
      const beyond = () => bar.evaluate(element => element.scrollWidth - element.clientWidth)
      await expect.poll(beyond).toBeLessThanOrEqual(0)
    }
    await more.click()
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })
  await test.step('while offline no message covers them', async () => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.context().setOffline(true)
    await expect(page.getByText(ko['error.offline'])).toBeVisible()
    for (const button of await bar.getByRole('button').all()) await button.click({ trial: true })
  })
})
