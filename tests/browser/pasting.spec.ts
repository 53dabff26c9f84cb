import { ko } from '#protocol/text/ko.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { bodyField, DESKTOP, openNewNote, titleField } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { createPng, textFile } from './pictures.ts'

/** Pasted and dropped content becomes Markdown. */

const PAGE = `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1">
  <h2>회의록</h2>
  <p>오늘 <span style="font-weight:700">정한 것</span>과 <i>남은 것</i>, <a href="https://example.com/a">링크</a>와 <a href="javascript:alert(1)">나쁜 링크</a></p>
  <ul><li>하나<ul><li>둘</li></ul></li><li>셋</li></ul>
  <ol start="3"><li>넷</li><li>다섯</li></ol>
  <table><tr><th>이름</th><th>값</th></tr><tr><td>가</td><td>1</td></tr></table>
  <p><s>지운 것</s> <code>코드</code></p>
  <img src="data:image/png;base64,AAAA"><script>alert(1)</script><style>p{}</style>
</b>`

const AS_MARKDOWN = `## 회의록

오늘 **정한 것**과 *남은 것*, [링크](https://example.com/a)와 나쁜 링크

- 하나
  - 둘
- 셋

3. 넷
4. 다섯

| 이름 | 값 |
| --- | --- |
| 가 | 1 |

~~지운 것~~ \`코드\``

test('pasted HTML becomes Markdown', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

  await test.step('all supported syntax, undone in one step', async () => {
    await bodyField(page).fill('앞: ')
    await bodyField(page).press('Control+End')
    await dispatchTransfer(page, 'paste', { data: { 'text/html': PAGE, 'text/plain': '회의록' } })
    await expect(bodyField(page)).toHaveValue(`앞: ${AS_MARKDOWN}`)
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('앞: ')
  })

  await test.step('lists in table cells are joined on one line', async () => {
    await bodyField(page).fill('')
    const table = `<table><tr><th>할 일</th><th><h4>차례</h4></th></tr>
      <tr><td><ul><li>하나</li><li><b>둘</b></li></ul></td><td><ol><li>가</li><li>나</li></ol></td></tr></table>`
    await dispatchTransfer(page, 'paste', { data: { 'text/html': table, 'text/plain': '할 일' } })
    await expect(bodyField(page)).toHaveValue(
      '| 할 일 | 차례 |\n| --- | --- |\n| · 하나 · **둘** | 1) 가 2) 나 |',
    )
  })

  await test.step('text of an office program that includes a picture of itself is pasted as text', async () => {
    await bodyField(page).fill('')
    const table = '<table><tr><td>가</td><td>나</td></tr><tr><td>1</td><td>2</td></tr></table>'
    const data = { 'text/html': table, 'text/plain': '가\t나\n1\t2' }
    await dispatchTransfer(page, 'paste', { files: [await createPng('red')], data })
    await expect(bodyField(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 2 |')
  })
})

test('content pasted as plain text, or rejected', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

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

  await test.step('content that would block the page becomes plain text, and table cells are limited in width', async () => {
    await bodyField(page).fill('')
    const tooMuch = [`<ul>${'<li>a</li>'.repeat(6_000)}</ul>`, `${'<blockquote>'.repeat(60)}<p>깊이</p>`]
    for (const html of tooMuch) {
      await bodyField(page).fill('')
      await dispatchTransfer(page, 'paste', { data: { 'text/html': html, 'text/plain': '그냥 글' } })
      await expect(bodyField(page)).toHaveValue('그냥 글')
    }
    await bodyField(page).fill('')
    const wide = '<table><tr><th colspan="999999999">넓이</th></tr><tr><td>가</td></tr></table>'
    await dispatchTransfer(page, 'paste', { data: { 'text/html': wide, 'text/plain': '넓이' } })
    await expect(bodyField(page)).toHaveValue('| 넓이 |\n| --- |\n| 가 |')
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

test('a URL pasted over a selection becomes its link, elsewhere it stays unchanged @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
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

test('a Markdown file becomes the note or is inserted; other files are reported @long', async ({
  site,
  openAs,
}) => {
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
})
