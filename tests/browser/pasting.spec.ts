import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { bodyField, changeOnOtherDevice, openNewNote, titleField } from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { createPng, textFile } from './pictures.ts'

/** Pasted and dropped content becomes Markdown. */

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('pasted HTML becomes Markdown, other text stays, and too much is held', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

  await test.step('syntax becomes Markdown, undone in one step', async () => {
    const html =
      '<h2>회의록</h2><p><b>굵게</b> <a href="javascript:alert(1)">나쁜 링크</a></p><script>alert(1)</script>'
    await bodyField(page).fill('앞: ')
    await bodyField(page).press('Control+End')
    await dispatchTransfer(page, 'paste', { data: { 'text/html': html, 'text/plain': '회의록' } })
    await expect(bodyField(page)).toHaveValue('앞: ## 회의록\n\n**굵게** 나쁜 링크')
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('앞: ')
  })
  await test.step('text of an office program that includes a picture of itself is pasted as text', async () => {
    await bodyField(page).fill('')
    const table = '<table><tr><td>가</td><td>나</td></tr><tr><td>1</td><td>2</td></tr></table>'
    const data = { 'text/html': table, 'text/plain': '가\t나\n1\t2' }
    await dispatchTransfer(page, 'paste', { files: [await createPng('red')], data })
    await expect(bodyField(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 2 |')
  })
  await test.step('cells of a spreadsheet fill the table with the caret', async () => {
    await bodyField(page).fill('|  |  |\n| --- | --- |\n|  |  |')
    await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight')
    const range = '<table><tr><td>가</td><td>나</td></tr><tr><td>1</td><td>2</td></tr></table>'
    await dispatchTransfer(page, 'paste', { data: { 'text/html': range, 'text/plain': '가\t나\n1\t2' } })
    await expect(bodyField(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 2 |')
    const column = '<table><tr><td>3</td></tr><tr><td>4</td></tr></table>'
    await dispatchTransfer(page, 'paste', { data: { 'text/html': column, 'text/plain': '3\n4' } })
    await expect(bodyField(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 3 |\n|  | 4 |')
    const cell = '<table><tr><td>5</td></tr></table>'
    await dispatchTransfer(page, 'paste', { data: { 'text/html': cell, 'text/plain': '5' } })
    await expect(bodyField(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 3 |\n|  | 45 |')
  })
  await test.step('plain text, code, and anything pasted into code stay unchanged', async () => {
    for (const [html, plain, type] of [
      ['<div style="color:red"><span>그냥</span><br><span>글</span></div>', '그냥\n글', 'text/x'],
      ['<pre><code>const a = <b>1</b></code></pre>', 'const a = 1', 'text/x'],
      ['<div><b>let</b> b</div>', 'let b', 'vscode-editor-data'],
    ] as const) {
      await bodyField(page).fill('')
      await dispatchTransfer(page, 'paste', {
        data: { 'text/html': html, 'text/plain': plain, [type]: '{}' },
      })
      await expect(bodyField(page)).toHaveValue(plain)
    }
    await bodyField(page).fill('```\n')
    await bodyField(page).press('Control+End')
    await dispatchTransfer(page, 'paste', { data: { 'text/html': '<b>굵게</b>', 'text/plain': '굵게' } })
    await expect(bodyField(page)).toHaveValue('```\n굵게')
  })
  await test.step('content that would block the page becomes plain text', async () => {
    await bodyField(page).fill('')
    const tooMuch = [`<ul>${'<li>a</li>'.repeat(6_000)}</ul>`, `${'<blockquote>'.repeat(60)}<p>깊이</p>`]
    for (const html of tooMuch) {
      await bodyField(page).fill('')
      await dispatchTransfer(page, 'paste', { data: { 'text/html': html, 'text/plain': '그냥 글' } })
      await expect(bodyField(page)).toHaveValue('그냥 글')
    }
  })
  await test.step('a text far beyond the limit is held, and can be split into notes', async () => {
    await bodyField(page).fill('')
    await bodyField(page).fill('앞')
    await bodyField(page).press('Control+End')
    await dispatchTransfer(page, 'paste', { data: { 'text/plain': '가나다라 '.repeat(60_000) } })
    const dialog = page.getByRole('dialog', { name: ko['notes.longText'] })
    await expect(dialog).toContainText('300,000')
    await dialog.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(bodyField(page)).toBeFocused()
    await expect(bodyField(page)).toHaveValue('앞')
    await page.keyboard.type('뒤')
    await expect(bodyField(page)).toHaveValue('앞뒤')
    const buffer = Buffer.from('a '.repeat(15_000))
    const long = ['긴 글.md', '더 긴 글.md'].map(name => ({ name, mimeType: '', buffer }))
    await dispatchTransfer(page, 'drop', { files: long })
    await expect(dialog).toContainText('60,002')
    await dialog.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(bodyField(page)).toHaveValue('앞뒤')

    // Text inserted in other ways is held too.
    await page.keyboard.insertText('가나다라 '.repeat(20_000))
    await dialog.getByRole('button', { name: ko['notes.longTextBeginning'] }).click()
    await expect(bodyField(page)).toHaveValue(/^앞뒤가나다라/)
    expect((await bodyField(page).inputValue()).length).toBeLessThanOrEqual(5_000)
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('앞뒤')

    await page.keyboard.insertText('# 하나\n\n가나다라 '.repeat(2_000))
    await dialog.getByRole('button', { name: ko['notes.longTextDivide'] }).click()
    await expect(page.getByText('붙여 넣은 글').or(page.getByText('하나')).first()).toBeAttached()
    await page.reload()
    await expect(page.getByRole('button', { name: /노트 \d+개/ })).toBeVisible()
  })
})

test('a text to be split into notes stays until all of them exist', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await dispatchTransfer(page, 'paste', { data: { 'text/plain': '# 하나\n\n가나다라 '.repeat(1_200) } })
  const divide = page.getByRole('button', { name: ko['notes.longTextDivide'] })
  await divide.click()
  const start = page.getByRole('button', { name: /노트 \d+개 가져오기/ })
  await expect(start).toBeVisible()
  await page.context().setOffline(true)
  await start.click()
  await expect(page.getByText(ko['imports.paused'])).toBeVisible()
  await page.goBack()
  await page.context().setOffline(false)
  await divide.click()

  await test.step('also while another file is imported', async () => {
    const other = { name: '다른 글.md', mimeType: 'text/markdown', buffer: Buffer.from('다른 글') }
    await page.getByRole('button', { name: ko['imports.chooseOthers'] }).click()
    await page.locator('input[type=file]').setInputFiles(other)
    await start.click()
    await expect(page.getByText(ko['imports.done'])).toBeVisible()
    await page.goBack()
  })
  await divide.click()
  await start.click()
  await expect(page.getByText(ko['imports.done'])).toBeVisible()
  await page.goBack()
  await expect(bodyField(page)).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('button', { name: ko['imports.choose'], exact: true })).toBeVisible()
})

test('a held text replaces what was selected, and nothing of another note', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const firstNo = await writeNote(author, '첫 노트', '하나 둘 셋')
  const otherNo = await writeNote(author, '다른 노트', '다른 노트의 글')
  const page = await openAs(author, DESKTOP, paths.updateNote(firstNo))
  const insert = page
    .getByRole('dialog', { name: ko['notes.longText'] })
    .getByRole('button', { name: ko['notes.longTextBeginning'] })
  const long = { data: { 'text/plain': '가나다라 '.repeat(1_200) } }
  const selectSecondWord = () =>
    bodyField(page).evaluate((area: HTMLTextAreaElement) => {
      area.focus()
      area.setSelectionRange(area.value.indexOf('둘'), area.value.indexOf('둘') + 1)
    })

  await test.step('the text changes before the user decides', async () => {
    await expect(bodyField(page)).toHaveValue('하나 둘 셋')
    await selectSecondWord()
    await dispatchTransfer(page, 'paste', long)
    await expect(insert).toBeVisible()
    await changeOnOtherDevice(page, '첫 노트', '먼저 하나 둘 셋')
    await expect(bodyField(page)).toHaveValue('먼저 하나 둘 셋')
    await insert.click()
    await expect(bodyField(page)).toHaveValue(/^먼저 하나 가나다라 .* 셋$/)
    await page.keyboard.press('Control+z')
    await expect(bodyField(page)).toHaveValue('먼저 하나 둘 셋')
  })
  await test.step('the user goes to another note without a decision', async () => {
    await selectSecondWord()
    await dispatchTransfer(page, 'paste', long)
    await expect(insert).toBeVisible()
    await page.evaluate(path => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, paths.updateNote(otherNo))
    await expect(bodyField(page)).toHaveValue('다른 노트의 글')
    await insert.click()
    await expect(bodyField(page)).toHaveValue(/^다른 노트의 글가나다라 /)
  })
  await test.step('the user opens the address of another note without a decision', async () => {
    await bodyField(page).selectText()
    await dispatchTransfer(page, 'paste', long)
    await expect(insert).toBeVisible()
    await page.goto(paths.updateNote(firstNo))
    await expect(bodyField(page)).toHaveValue('먼저 하나 둘 셋')
    await insert.click()
    await expect(bodyField(page)).toHaveValue(/^먼저 하나 둘 셋가나다라 /)
  })
})

test('files, lines and URLs are dropped and pasted where they belong @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const file = (name: string, content: string) => ({ name, mimeType: '', buffer: Buffer.from(content) })
  await dispatchTransfer(page, 'drop', {
    files: [file('메모.md', '\ufeff# 산에 간 날\r\n\r\n비가 왔다.\r\n')],
  })
  await expect(titleField(page)).toHaveValue('산에 간 날')
  await expect(bodyField(page)).toHaveValue('비가 왔다.\n')
  // A dropped file does not replace the selection.
  await bodyField(page).selectText()
  await dispatchTransfer(page, 'drop', { files: [file('덧붙임.txt', '# 더\n글')] })
  await expect(bodyField(page)).toHaveValue('비가 왔다.\n# 더\n글')
  await expect(titleField(page)).toHaveValue('산에 간 날')

  // EUC-KR, as older Korean programs write.
  const older = { name: '회의.txt', mimeType: '', buffer: Buffer.from([0xc8, 0xb8, 0xc0, 0xc7]) }
  await dispatchTransfer(page, 'drop', { files: [older] })
  await expect(bodyField(page)).toHaveValue('비가 왔다.\n# 더\n글\n\n회의')

  const archive = { ...textFile, name: '묶음.zip', mimeType: 'application/zip' }
  await dispatchTransfer(page, 'drop', { files: [archive, file('긴 글.md', '가'.repeat(400_000))] })
  await expect(page.getByText(/^‘묶음.zip’ 파일은 넣을 수 없어요/)).toBeVisible()
  await expect(page.getByText(/^‘긴 글.md’ 파일이 너무 커요/)).toBeVisible()
  await expect(bodyField(page)).toHaveValue('비가 왔다.\n# 더\n글\n\n회의')

  await test.step('lines pasted into a title are joined with the caret behind them, and undo removes them', async () => {
    await titleField(page).fill('')
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
  await test.step('a URL pasted over a selection becomes its link, elsewhere it stays unchanged', async () => {
    const address = 'https://example.com/a_(b)?c=1'
    const paste = () => dispatchTransfer(page, 'paste', { data: { 'text/plain': address } })
    await bodyField(page).fill('앞 여기')
    await bodyField(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 4))
    await paste()
    await expect(bodyField(page)).toHaveValue(`앞 [여기](${address})`)
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('앞 여기')
    await bodyField(page).press('Control+End')
    await paste()
    await expect(bodyField(page)).toHaveValue(`앞 여기${address}`)
  })
})
