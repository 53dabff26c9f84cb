import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, openNewNote, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** What stands beside the text: tools and modes. */

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('the tools leave the focus and the undo to the text, and the modes are remembered', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  await bodyOf(page).focus()
  await page.keyboard.insertText('오늘 회의')
  await press(page, 'Shift+Home')
  await tool(ko['notes.toolBold']).click()
  await expect(bodyOf(page)).toHaveValue('**오늘 회의**')
  await expect(bodyOf(page)).toBeFocused()
  await tool(ko['notes.toolUndo']).click()
  await expect(bodyOf(page)).toHaveValue('오늘 회의')
  await tool(ko['notes.toolRedo']).click()
  await expect(bodyOf(page)).toHaveValue('**오늘 회의**')
  await expect(bodyOf(page)).toBeFocused()
  await tool(ko['notes.toolUndo']).click()
  await press(page, 'Control+Alt+2')
  await expect(bodyOf(page)).toHaveValue('## 오늘 회의')

  await test.step('in the middle of a syllable', async () => {
    await press(page, 'Control+End')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '록', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolQuote']).click()
    await expect(bodyOf(page)).toHaveValue('> ## 오늘 회의록')
    await keyboard.send('Input.imeSetComposition', { text: '과', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolBold']).click()
    await keyboard.send('Input.insertText', { text: '그림' })
    await expect(bodyOf(page)).toHaveValue('> ## 오늘 회의록과**그림**')
    await tool(ko['notes.toolUndo']).click()
    await tool(ko['notes.toolUndo']).click()
    await expect(bodyOf(page)).toHaveValue('> ## 오늘 회의록과')
    await keyboard.send('Input.imeSetComposition', { text: '회', selectionStart: 1, selectionEnd: 1 })
    await tool(ko['notes.toolRedo']).click()
    await keyboard.send('Input.insertText', { text: '의' })
    await expect(bodyOf(page)).toHaveValue('> ## 오늘 회의록과회의')
    await bodyOf(page).fill('> ## 오늘 회의록')
  })
  await test.step('one stop of the Tab key, and arrows within', async () => {
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
    await expect(bodyOf(page)).toBeHidden()
    await expect(page.getByRole('region', { name: ko['notes.preview'] })).toContainText('오늘 회의록')
    await press(page, 'Control+Backslash')
    await expect(mode(page, ko['notes.modeWrite'])).toBeChecked()
    await page.reload()
    await expect(mode(page, ko['notes.modeWrite'])).toBeChecked()
    await page.getByText(ko['notes.preview']).click()
    await expect(mode(page, ko['notes.modeSplit'])).toBeChecked()
  })
})

test('tools for which there is no room stand behind one button, for keys and for presses that leave the focus in the text @long', async ({
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
  await bodyOf(page).fill('봄')
  await press(page, 'Control+a')
  await more.click()
  await expect(bodyOf(page)).toBeFocused()
  expect((await names()).filter(name => name !== ko['notes.toolsMore'])).toHaveLength(12)
  await menu.getByRole('menuitem', { name: ko['notes.toolFormula'] }).click()
  await expect(bodyOf(page)).toHaveValue('$봄$')
  await expect(bodyOf(page)).toBeFocused()
  await expect(menu).toHaveCount(0)

  await test.step('by keys, and nothing lies beyond the bar', async () => {
    await bar.getByRole('button').first().focus()
    await press(page, 'End')
    await expect(more).toBeFocused()
    await press(page, 'Enter', 'End', 'Escape')
    await expect(more).toBeFocused()
    await expect(menu).toHaveCount(0)
    await press(page, 'Enter', 'ArrowUp', 'ArrowUp', 'Enter')
    // What is a formula already is none any more.
    await expect(bodyOf(page)).toHaveValue('봄')
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(more).toHaveCount(width === 1440 ? 0 : 1)
      // What has no room any more goes behind the button after the bar was measured.
      const beyond = () => bar.evaluate(element => element.scrollWidth - element.clientWidth)
      await expect.poll(beyond).toBeLessThanOrEqual(0)
    }
    await more.click()
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })

  await test.step('without a line nothing lies over them', async () => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.context().setOffline(true)
    await expect(page.getByText(ko['error.offline'])).toBeVisible()
    for (const button of await bar.getByRole('button').all()) await button.click({ trial: true })
  })
})
