import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { bodyField, changeOnOtherDevice, openNewNote } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'

/** Tables in the editor. */

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true })
const paste = (page: Page, plain: string) =>
  dispatchTransfer(page, 'paste', { data: { 'text/plain': plain } })

const EMPTY = '|  |  |  |\n| --- | --- | --- |\n|  |  |  |'

test('a table is inserted, filled with Tab and changed by its menu', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)
  await body.focus()
  await page.keyboard.insertText('앞')

  await test.step('the size is chosen by keyboard', async () => {
    await tool(page, ko['notes.toolTable']).click()
    const grid = page.getByRole('group', { name: ko['tables.size'] })
    await expect(grid.getByRole('button')).toHaveCount(36)
    await expectAccessible(page)
    await grid.getByRole('button', { name: '3열 2행' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(grid.getByRole('button', { name: '3열 3행' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(body).toHaveValue(`앞\n\n${EMPTY}`)
    await expect(body).toBeFocused()
  })

  await test.step('Tab goes on, also after a composition, and adds a row', async () => {
    const inputMethod = await openInputMethod(page)
    await inputMethod.compose('이')
    await inputMethod.compose('이름')
    await inputMethod.commit('이름')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('나이')
    for (const words of ['메모', '지은', '31', '봄']) {
      await page.keyboard.press('Tab')
      await page.keyboard.insertText(words)
    }
    const filled = '앞\n\n| 이름 | 나이 | 메모 |\n| --- | --- | --- |\n| 지은 | 31 | 봄 |'
    await page.keyboard.press('Tab')
    await expect(body).toHaveValue(`${filled}\n|  |  |  |`)
    await body.press('Control+z')
    await expect(body).toHaveValue(filled)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.insertText('32')
    await expect(body).toHaveValue(filled.replace('31', '32'))
  })

  await test.step('the menu of the table', async () => {
    await tool(page, ko['notes.toolTable']).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: ko['tables.alignRight'] }).click()
    await expect(body).toHaveValue(/\| --- \| ---: \| --- \|/)
    await tool(page, ko['notes.toolTable']).click()
    await page.getByRole('button', { name: ko['tables.deleteColumn'] }).click()
    await expect(body).toHaveValue('앞\n\n| 이름 | 메모 |\n| --- | --- |\n| 지은 | 봄 |')
    await body.press('Control+z')
    await expect(body).toHaveValue(/\| --- \| ---: \| --- \|/)
  })
})

test('pasted rows of a spreadsheet become a table, CSV on request', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)
  await body.focus()
  await paste(page, '이름\t나이\r\n지은|한\t31\r\n')
  const table = '| 이름 | 나이 |\n| --- | --- |\n| 지은\\|한 | 31 |'
  await expect(body).toHaveValue(table)
  await body.press('Control+z')
  await expect(body).toHaveValue('')
  await paste(page, '"이름","나이"\n"지은","31"')
  await expect(body).toHaveValue('| 이름 | 나이 |\n| --- | --- |\n| 지은 | 31 |')

  await body.fill('')
  await paste(page, '이름,나이\n지은,31')
  await expect(body).toHaveValue('이름,나이\n지은,31')
  await page.getByRole('button', { name: ko['tables.csvMake'] }).click()
  await expect(body).toHaveValue('| 이름 | 나이 |\n| --- | --- |\n| 지은 | 31 |')
  await body.press('Control+z')
  await expect(body).toHaveValue('이름,나이\n지은,31')

  await body.fill('```\n\n```')
  await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  await paste(page, '가\t나\n다\t라')
  await expect(body).toHaveValue('```\n가\t나\n다\t라\n```')
})

test('a table is changed while another device writes', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const table = '| 가 | 나 |\n| --- | --- |\n| 다 | 라 |'
  const noteNo = await writeNote(me, '표', `${table}\n\n끝`)
  const page = await openAs(me, DESKTOP, paths.updateNote(noteNo))
  const body = bodyField(page)
  await expect(body).toHaveValue(`${table}\n\n끝`)
  await body.focus()
  await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 2))
  await tool(page, ko['notes.toolTable']).click()
  await page.getByRole('button', { name: ko['tables.columnAfter'] }).click()
  const wide = '| 가 |  | 나 |\n| --- | --- | --- |\n| 다 |  | 라 |'
  await expect(body).toHaveValue(`${wide}\n\n끝`)
  await changeOnOtherDevice(page, '표', `${table.replace('라', '라디오')}\n\n끝`)
  await expect(body).toHaveValue(`${wide.replace('라', '라디오')}\n\n끝`)
  await body.press('Control+z')
  await expect(body).toHaveValue(`${table.replace('라', '라디오')}\n\n끝`)
})

test('on a phone the tools most needed are in reach, and the others scroll', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await bodyField(page).focus()
  for (const name of ['Undo', 'Heading', 'Bullets', 'Tasks', 'Picture'] as const)
    await expect(tool(page, ko[`notes.tool${name}`])).toBeInViewport({ ratio: 0.99 })
  for (const button of await page.getByRole('toolbar').getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await tool(page, ko['notes.toolTable']).click()
  await expect(bodyField(page)).toHaveValue(EMPTY)
  await expect(bodyField(page)).toBeFocused()
})
