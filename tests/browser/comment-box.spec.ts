import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { box, longThread, said } from './talking.ts'

/** How one writes in a thread. */

const DESKTOP = 1440
const PHONE = 390

test('how a comment is written, sent and changed', async ({ site, openAs }) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()

  await test.step('Enter sends where there is a mouse, unless that was put off; Shift+Enter begins a line, and a syllable stays whole', async () => {
    const choice = page.getByRole('checkbox', { name: ko['comments.sendByEnter'] })
    await expect(choice).toBeChecked()
    await box(page).fill('첫 말')
    await box(page).press('Enter')
    await expect(said(page, '첫 말')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await choice.uncheck()
    await page.reload()
    await expect(choice).not.toBeChecked()
    await box(page).fill('첫 줄')
    await box(page).press('Enter')
    await expect(box(page)).toHaveValue('첫 줄\n')
    await choice.check()
    await box(page).fill('둘째 말')
    await box(page).press('Shift+Enter')
    await expect(box(page)).toHaveValue('둘째 말\n')
    await box(page).press('Enter')
    await expect(said(page, '둘째 말')).toBeVisible()

    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 })
    await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await expect(box(page)).toHaveValue('한')
    await keyboard.send('Input.insertText', { text: '한' })
    await box(page).press('Enter')
    await expect(said(page, '한').last()).toBeVisible()
  })

  await test.step('how much is written is told once it is much', async () => {
    await box(page).fill('가'.repeat(399))
    await expect(page.getByText('399/500')).toHaveCount(0)
    await expect(box(page)).not.toHaveAttribute('aria-describedby')
    await box(page).fill('가'.repeat(400))
    await expect(page.getByText('400/500')).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-describedby', /count/)
  })

  await test.step('changing a comment begins at its end', async () => {
    await box(page).fill('처음 한 말')
    await box(page).press('Control+Enter')
    await said(page, '처음 한 말').getByRole('button', { name: ko['comments.edit'], exact: true }).click()
    await page.keyboard.type(', 그리고 더')
    await expect(page.getByRole('textbox', { name: ko['comments.editLabel'] })).toHaveValue(
      '처음 한 말, 그리고 더',
    )
  })
})

test('a name is completed by its initials too', async ({ site, openAs }) => {
  const { writer, place, open } = await longThread(site, openAs, DESKTOP, 1)
  const page = await open()
  const list = page.getByRole('listbox', { name: ko['comments.whom'] })

  await test.step('in a comment that is changed', async () => {
    await box(page).fill('부를 말')
    await box(page).press('Control+Enter')
    await said(page, '부를 말').getByRole('button', { name: ko['comments.edit'], exact: true }).click()
    const edited = page.getByRole('textbox', { name: ko['comments.editLabel'] })
    const before = await edited.boundingBox()
    await page.keyboard.type(' @쓴')
    await expect(list.getByRole('option', { name: writer.name })).toHaveAttribute('aria-selected', 'true')
    await expect(list).toBeInViewport({ ratio: 1 })
    expect(await edited.boundingBox()).toEqual(before)
    await expectAccessible(page)
    // The list is closed first, and only then the editor.
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(edited).toHaveValue('부를 말 @쓴')
    await edited.press('Backspace')
    await page.keyboard.type('쓴')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(edited).toHaveCount(0)
  })

  await test.step('while it is typed, and marked where it was said', async () => {
    await box(page).pressSequentially('안녕 @ㅆㅇ')
    await expect(list.getByRole('option', { name: writer.name })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await box(page).press('Escape')
    await expect(list).toHaveCount(0)
    await expect(box(page)).toHaveValue('안녕 @ㅆㅇ')

    // A syllable under way chooses nothing; once it is whole, Enter takes the name.
    await box(page).fill('')
    await box(page).pressSequentially('@')
    const keyboard = await page.context().newCDPSession(page)
    await keyboard.send('Input.imeSetComposition', { text: '쓴', selectionStart: 1, selectionEnd: 1 })
    await expect(list.getByRole('option')).toHaveCount(1)
    await box(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await expect(box(page)).toHaveValue('@쓴')
    await keyboard.send('Input.insertText', { text: '쓴' })
    await box(page).press('Enter')
    await expect(box(page)).toHaveValue(`@${writer.name} `)
    await expect(list).toHaveCount(0)
    await box(page).press('Control+Enter')
    await expect(said(page, writer.name).locator('.mention')).toHaveText(`@${writer.name}`)

    // The writer's own name stands out for the writer.
    const theirs = await openAs(writer, PHONE, paths.noteInHub(place.noteNo, place.hubNo))
    await expect(said(theirs, '@').locator('.mention--me')).toHaveText(`@${writer.name}`)
    await expectAccessible(theirs)
  })
})
