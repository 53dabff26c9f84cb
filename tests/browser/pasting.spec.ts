import { ko } from '#protocol/text/ko.ts'
import { bodyOf, DESKTOP, openNewNote, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { hand } from './handing.ts'
import { drawing, textFile } from './pictures.ts'

/** What is pasted or dropped becomes what its writer would have typed. */

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

test('a piece of a page becomes markdown', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

  await test.step('all that markdown knows, undone as one', async () => {
    await bodyOf(page).fill('앞: ')
    await bodyOf(page).press('Control+End')
    await hand(page, 'paste', { data: { 'text/html': PAGE, 'text/plain': '회의록' } })
    await expect(bodyOf(page)).toHaveValue(`앞: ${AS_MARKDOWN}`)
    await bodyOf(page).press('Control+z')
    await expect(bodyOf(page)).toHaveValue('앞: ')
  })

  await test.step('lists in the cells of a table stand in one line', async () => {
    await bodyOf(page).fill('')
    const table = `<table><tr><th>할 일</th><th><h4>차례</h4></th></tr>
      <tr><td><ul><li>하나</li><li><b>둘</b></li></ul></td><td><ol><li>가</li><li>나</li></ol></td></tr></table>`
    await hand(page, 'paste', { data: { 'text/html': table, 'text/plain': '할 일' } })
    await expect(bodyOf(page)).toHaveValue(
      '| 할 일 | 차례 |\n| --- | --- |\n| · 하나 · **둘** | 1) 가 2) 나 |',
    )
  })

  await test.step('words of an office program that come with their picture are words', async () => {
    await bodyOf(page).fill('')
    const table = '<table><tr><td>가</td><td>나</td></tr><tr><td>1</td><td>2</td></tr></table>'
    const data = { 'text/html': table, 'text/plain': '가\t나\n1\t2' }
    await hand(page, 'paste', { files: [await drawing('red')], data })
    await expect(bodyOf(page)).toHaveValue('| 가 | 나 |\n| --- | --- |\n| 1 | 2 |')
  })
})

test('what is pasted as words, or not at all', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

  await test.step('words, code, and whatever is pasted into code stay as they are', async () => {
    for (const [html, plain, type] of [
      ['<div style="color:red"><span>그냥</span><br><span>글</span></div>', '그냥\n글', 'text/x'],
      ['<pre><code>const a = <b>1</b></code></pre>', 'const a = 1', 'text/x'],
      ['<div><b>let</b> b</div>', 'let b', 'vscode-editor-data'],
    ] as const) {
      await bodyOf(page).fill('')
      await hand(page, 'paste', { data: { 'text/html': html, 'text/plain': plain, [type]: '{}' } })
      await expect(bodyOf(page)).toHaveValue(plain)
    }
    await bodyOf(page).fill('```\n')
    await bodyOf(page).press('Control+End')
    await hand(page, 'paste', { data: { 'text/html': '<b>굵게</b>', 'text/plain': '굵게' } })
    await expect(bodyOf(page)).toHaveValue('```\n굵게')
  })

  await test.step('what would hold the writer up is words, and a cell is as wide as it can be', async () => {
    await bodyOf(page).fill('')
    const tooMuch = [`<ul>${'<li>a</li>'.repeat(6_000)}</ul>`, `${'<blockquote>'.repeat(60)}<p>깊이</p>`]
    for (const html of tooMuch) {
      await bodyOf(page).fill('')
      await hand(page, 'paste', { data: { 'text/html': html, 'text/plain': '그냥 글' } })
      await expect(bodyOf(page)).toHaveValue('그냥 글')
    }
    await bodyOf(page).fill('')
    const wide = '<table><tr><th colspan="999999999">넓이</th></tr><tr><td>가</td></tr></table>'
    await hand(page, 'paste', { data: { 'text/html': wide, 'text/plain': '넓이' } })
    await expect(bodyOf(page)).toHaveValue('| 넓이 |\n| --- |\n| 가 |')
  })

  await test.step('what is far longer than a note is held, and can be divided into notes', async () => {
    await bodyOf(page).fill('')
    await bodyOf(page).fill('앞')
    await bodyOf(page).press('Control+End')
    await hand(page, 'paste', { data: { 'text/plain': '가나다라 '.repeat(60_000) } })
    const question = page.getByRole('dialog', { name: ko['notes.longText'] })
    await expect(question).toContainText('300,000')
    await question.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(bodyOf(page)).toBeFocused()
    await expect(bodyOf(page)).toHaveValue('앞')
    await page.keyboard.type('뒤')
    await expect(bodyOf(page)).toHaveValue('앞뒤')
    const buffer = Buffer.from('a '.repeat(15_000))
    const long = ['긴 글.md', '더 긴 글.md'].map(name => ({ name, mimeType: '', buffer }))
    await hand(page, 'drop', { files: long })
    await expect(question).toContainText('60,002')
    await question.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(bodyOf(page)).toHaveValue('앞뒤')

    // However it comes in.
    await page.keyboard.insertText('가나다라 '.repeat(20_000))
    await question.getByRole('button', { name: ko['notes.longTextBeginning'] }).click()
    await expect(bodyOf(page)).toHaveValue(/^앞뒤가나다라/)
    expect((await bodyOf(page).inputValue()).length).toBeLessThanOrEqual(5_000)
    await bodyOf(page).press('Control+z')
    await expect(bodyOf(page)).toHaveValue('앞뒤')

    await page.keyboard.insertText('# 하나\n\n가나다라 '.repeat(2_000))
    await question.getByRole('button', { name: ko['notes.longTextDivide'] }).click()
    await expect(page.getByText('붙여 넣은 글').or(page.getByText('하나')).first()).toBeAttached()
    await page.reload()
    await expect(page.getByRole('button', { name: /노트 \d+개/ })).toBeVisible()
  })
})

test('an address over words is their link, and stands as it is everywhere else @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const address = 'https://example.com/a_(b)?c=1'
  const paste = () => hand(page, 'paste', { data: { 'text/plain': address } })
  await bodyOf(page).fill('앞 여기')
  await bodyOf(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 4))
  await paste()
  await expect(bodyOf(page)).toHaveValue(`앞 [여기](${address})`)
  await bodyOf(page).press('Control+z')
  await expect(bodyOf(page)).toHaveValue('앞 여기')
  await bodyOf(page).press('Control+End')
  await paste()
  await expect(bodyOf(page)).toHaveValue(`앞 여기${address}`)
})

test('a Markdown file becomes the note, or comes into one; other files are told of @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const file = (name: string, content: string) => ({ name, mimeType: '', buffer: Buffer.from(content) })
  await hand(page, 'drop', { files: [file('메모.md', '\ufeff# 산에 간 날\r\n\r\n비가 왔다.\r\n')] })
  await expect(titleOf(page)).toHaveValue('산에 간 날')
  await expect(bodyOf(page)).toHaveValue('비가 왔다.\n')
  // It takes nothing away.
  await bodyOf(page).selectText()
  await hand(page, 'drop', { files: [file('덧붙임.txt', '# 더\n글')] })
  await expect(bodyOf(page)).toHaveValue('비가 왔다.\n# 더\n글')
  await expect(titleOf(page)).toHaveValue('산에 간 날')

  // As older Korean programs write, in EUC-KR.
  const older = { name: '회의.txt', mimeType: '', buffer: Buffer.from([0xc8, 0xb8, 0xc0, 0xc7]) }
  await hand(page, 'drop', { files: [older] })
  await expect(bodyOf(page)).toHaveValue('비가 왔다.\n# 더\n글\n\n회의')

  const archive = { ...textFile, name: '묶음.zip', mimeType: 'application/zip' }
  await hand(page, 'drop', { files: [archive, file('긴 글.md', '가'.repeat(400_000))] })
  await expect(page.getByText(/^‘묶음.zip’ 파일은 넣을 수 없어요/)).toBeVisible()
  await expect(page.getByText(/^‘긴 글.md’ 파일이 너무 커요/)).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('비가 왔다.\n# 더\n글\n\n회의')
})
