import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { chooseNoteAction } from './steps.ts'

test.use({ savesData: false })

const TEXT = [
  '## 소풍 계획',
  '우리는 **내일** 공원에서 만나요. (1) 김밥 (2) 물',
  `\`\`\`js\nconst 긴줄 = '${'가나다라마바사 '.repeat(30)}'\n\`\`\``,
  '$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$',
  `$$\n${Array.from({ length: 22 }, (_, index) => `a_{${index}} + b_{${index}}`).join(' + ')}\n$$`,
  '| 날짜 | 할 일 |\n| --- | --- |\n| 월 | 초안 |',
  ...Array.from({ length: 40 }, (_, index) => `${index + 1}째 문단이에요. `.repeat(4)),
].join('\n\n')

test('a note prints light on A4, without the shell, with its own title @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const page = await openAs(author, DESKTOP, paths.note(await writeNote(author, '봄 소풍', TEXT)), dark =>
    dark.addInitScript(() => localStorage.setItem('color_mode', 'true')),
  )
  await expect(page.locator('.katex').first()).toBeVisible()
  await page.getByRole('button', { name: ko['notes.share'], exact: true }).click()

  // The real dialog would block.
  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.body.dataset.printedAs = document.title
      const added = document.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules])
      document.body.dataset.margins = added.map(rule => rule.cssText).join('\n')
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await chooseNoteAction(page, ko['notes.print'])
  await expect(page.locator('body')).toHaveAttribute('data-printed-as', '봄 소풍')
  await expect(page.locator('body')).toHaveAttribute('data-margins', /counter\(page\)[\s\S]*"봄 소풍"/)
  await expect(page).toHaveTitle(/봄 소풍 · 글마루/)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('우리는 내일 공원에서 만나요.')).toHaveCSS('color', 'rgb(24, 33, 28)')
  const paperTime = await page
    .locator('.note__meta time')
    .evaluate(time => getComputedStyle(time, '::after').content)
  expect(paperTime).toMatch(/^"\d{4}\. \d+\. \d+\. 오[전후]/)
  const wide = [page.locator('pre'), page.locator('.katex-display').last()]
  for (const block of wide)
    expect(await block.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)

  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])
})

test('a note has as many pages from a wide window as from a narrow one', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const chapters = Array.from(
    { length: 9 },
    (_, index) => `## ${index}장\n\n${`${index}번째 장의 문장은 조금씩 다르게 이어진다. `.repeat(20)}`,
  )
  const path = paths.note(await writeNote(author, '긴 이야기', chapters.join('\n\n')))
  const pageCounts = []
  for (const width of [DESKTOP, PHONE]) {
    const page = await openAs(author, width, path)
    await expect(page.getByRole('heading', { name: '8장' })).toBeVisible()
    const pdf = await page.pdf({ preferCSSPageSize: true })
    pageCounts.push(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length)
  }
  expect(pageCounts[0]).toBe(pageCounts[1])
})

test('the numbers of a printed table stay in a line beside long cells', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const long = '긴 설명이 들어가는 칸이에요. '.repeat(30)
  const table = `| 번호 | 설명 | 비고 | 값 |\n| --- | --- | --- | --- |\n| 12 | ${long} | ${long} | 1200 |`
  const page = await openAs(author, DESKTOP, paths.note(await writeNote(author, '표', table)))
  await expect(page.getByRole('cell', { name: '12', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 600, height: 842 })
  for (const name of ['12', '1200'])
    expect(
      await page.getByRole('cell', { name, exact: true }).evaluate(cell => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return range.getClientRects().length
      }),
    ).toBe(1)
})

test('a printed table of many columns fits the paper', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const row = (cell: (index: number) => string | number) =>
    `| ${Array.from({ length: 20 }, (_, index) => cell(index)).join(' | ')} |`
  const table = [row(index => index), row(() => '---'), row(index => index + 20)].join('\n')
  const page = await openAs(author, DESKTOP, paths.note(await writeNote(author, '표', table)))
  await expect(page.getByRole('cell', { name: '39', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 600, height: 842 })
  expect(
    await page.locator('.md-table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0)
})
