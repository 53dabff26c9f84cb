import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, DESKTOP, openNewNote, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** The toolbar and the modes beside the text. */

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('toolbar buttons keep the focus and the undo history in the text, and modes persist', async ({
  site,
  openAs,
}) => {
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
    await expect(tool(ko['notes.toolPicture'])).toBeFocused()
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

test('tools that do not fit move into an overflow menu, for the keyboard and for clicks that keep the focus in the text @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, PHONE)
  await expect(page.getByRole('button', { name: ko['notes.toolPicture'] })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 600, height: 844 })
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
  expect((await names()).filter(name => name !== ko['notes.toolsMore'])).toHaveLength(12)
  await menu.getByRole('menuitem', { name: ko['notes.toolFormula'] }).click()
  await expect(bodyField(page)).toHaveValue('$봄$')
  await expect(bodyField(page)).toBeFocused()
  await expect(menu).toHaveCount(0)

  await test.step('with the keyboard, and no button is outside the bar', async () => {
    await bar.getByRole('button').first().focus()
    await press(page, 'End')
    await expect(more).toBeFocused()
    await press(page, 'Enter', 'End', 'Escape')
    await expect(more).toBeFocused()
    await expect(menu).toHaveCount(0)
    await press(page, 'Enter', 'ArrowUp', 'ArrowUp', 'Enter')
    // Pressing the tool again removes the formula.
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
