import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { openNotesPage } from '#tests/support/notesPage.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'

test.use({ savesData: false })

const DIAGRAM = '```mermaid\nflowchart LR\n  accTitle: 글이 나오기까지\n  초안 --> 고치기 --> 나누기\n```'
/** Takes Mermaid minutes. */
const ENDLESS = '```mermaid\nblock-beta\n  columns 100000000\n  space:100000000 가\n```'

const NOTE = `> [!warning] 비 오는 날
> 우산을 **꼭** 챙겨요.

<details>
<summary>준비물</summary>

- <kbd>Ctrl</kbd>+<kbd>P</kbd>로 뽑은 표
- H<sub>2</sub>O 한 병

</details>

${DIAGRAM}`

test('callouts, details and diagrams in a note, on the screen and on paper', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const page = await openAs(author, DESKTOP, paths.note(await writeNote(author, '소풍', NOTE)))
  const refused: string[] = []
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  const callout = page.getByRole('note')
  await expect(callout).toContainText(`${ko['formats.warning']}: 비 오는 날`)
  const diagram = page.getByRole('img', {
    name: ko['formats.diagramNamed'].replace('{title}', '글이 나오기까지'),
  })
  await expect(diagram).toBeVisible()
  await expect(diagram).toHaveJSProperty('complete', true)
  expect(await diagram.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)

  const hidden = page.getByText('한 병')
  await expect(hidden).toBeHidden()
  await page.getByText('준비물').click()
  await expect(hidden).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(hidden).toBeHidden()
  await expectAccessible(page, '.md')

  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
  await expect(hidden).toBeVisible()
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
  await expect(hidden).toBeHidden()
  expect(refused).toEqual([])
})

test('a table with an address wider than the screen stays as it is, and a formula covers no other cell', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url)
  const address = `|자료|주소|\n|---|---|\n|예산|https://example.com/${'a'.repeat(60)}|\n\n`
  const root = `$\\sqrt{${Array(12).fill('a^2').join(' + ')}}$`
  const formula = `|이름|식|뜻|\n|---|---|---|\n|평균 거리|${root}|뜻|\n`
  const page = await openAs(author, PHONE, paths.note(await writeNote(author, '표', address + formula)))
  const [first, last] = [page.locator('.md-table').first(), page.locator('.md-table').last()]
  await expect(last.locator('.katex')).toBeVisible()
  await expect(last).toHaveAttribute('data-header', 'box')
  const changes = await first.evaluate(async box => {
    let count = 0
    const observer = new MutationObserver(records => {
      count += records.length
    })
    observer.observe(box, { attributeFilter: ['data-header'] })
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    return count
  })
  expect(changes).toBe(0)
  await expect(first).toHaveAttribute('data-header', 'box')
  const covering = await last
    .locator('td')
    .evaluateAll((cells: HTMLElement[]) => cells.filter(cell => cell.scrollWidth > cell.offsetWidth))
  expect(covering).toEqual([])
})

test('a table that becomes wider than its box while the user types scrolls', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const table = (columns: number) =>
    ['이름', '---', '값'].map(cell => `|${`${cell}|`.repeat(columns)}`).join('\n')
  const noteNo = await writeNote(author, '표', table(2))
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const box = page.locator('.md-table')
  await expect(box).toHaveAttribute('data-header', 'pane')
  await page.getByRole('textbox', { name: ko['notes.body'], exact: true }).fill(table(24))
  await expect(box).toHaveAttribute('data-header', 'box')
})

test('a diagram that never ends, or is none, is shown as written, and the next one is drawn @long', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  const none = '```mermaid\n그림이 아니에요\n```'
  await page.evaluate(text => window.showNotes([text]), [ENDLESS, none, DIAGRAM].join('\n\n'))
  const diagram = (index: number) => page.locator('.md-diagram').nth(index)
  await expect(diagram(2).getByRole('img')).toBeVisible({ timeout: 60_000 })
  await expect(diagram(0).getByRole('button', { name: ko['formats.drawDiagram'] })).toBeVisible()
  await expect(diagram(0).locator('pre')).toContainText('space:100000000')
  await expect(diagram(1).getByText(ko['formats.diagramInvalid'])).toBeVisible()
  const frame = page.locator('.md-diagram-frame')
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  await expect(frame).toHaveCount(1)
})

/** Mermaid decodes it after it has read the diagram. */
const encoded = (text: string) => text.replace(/[^\w-]/g, sign => `#${sign.charCodeAt(0)};`)

test('a diagram has no blurs, shadows or countless dashes, which would take minutes to paint', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  const rules = '}:not(body *){filter:blur(90px);text-shadow:0 0 90px red;width:9999px!important'
  const diagrams = [
    'stateDiagram-v2\n  A --> B\n  style A filter:blur(90px)',
    `stateDiagram-v2\n  A --> B\n  classDef x stroke-dasharray:3,font-family:a${encoded(rules)};\n  class A x`,
    'flowchart LR\n  A --> B\n  linkStyle default stroke-dasharray:0.0001',
    'stateDiagram-v2\n  A --> B\n  style A width:99999px,stroke-dasharray:1',
    'flowchart LR\n  A --> B\n  linkStyle default stroke-dasharray:4 2',
  ].map(source => ['```mermaid', source, '```'].join('\n'))
  await page.evaluate(text => window.showNotes([text]), diagrams.join('\n\n'))
  const images = page.getByRole('img', { name: ko['formats.diagramNamed'].replace('{title}', '') })
  await expect(images).toHaveCount(5, { timeout: 60_000 })
  const pictures = await images.evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src))
  const dashes: string[][] = []
  for (const picture of pictures) {
    await page.goto(picture)
    const styles = await page.locator('*').evaluateAll(all =>
      all.map(element => {
        const { filter, textShadow, strokeDasharray, width } = getComputedStyle(element)
        return { slow: `${filter}, ${textShadow}`, strokeDasharray, width }
      }),
    )
    expect(new Set(styles.map(({ slow }) => slow))).toEqual(new Set(['none, none']))
    const dashed = styles.filter(({ strokeDasharray }) => strokeDasharray !== 'none')
    expect(dashed.map(({ width }) => width)).not.toContain('9999px')
    dashes.push([...new Set(dashed.map(({ strokeDasharray }) => strokeDasharray))])
  }
  // Mermaid's arrowheads of flowcharts have a dash without a gap.
  expect(dashes).toEqual([[], ['3px'], ['1px, 0px'], [], ['1px, 0px', '4px, 2px']])
})

test('a diagram cannot add arrowheads to each point of its lines, or blend them, which would take minutes to paint', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  const id = 'diagram-1_block'
  const rules = [
    '}path{d:path("M0 0h1h1");clip-path:circle(1px);mix-blend-mode:hue!important;marker:url(#',
    `${id}-crossEnd)}[id$=crossEnd]>path{marker:url(#${id}-crossStart)`,
  ].join('')
  const source = `block-beta\n  A B\n  A --> B\n  classDef x font-family:a${encoded(rules)};\n  class A x`
  await page.evaluate(text => window.showNotes([text]), ['```mermaid', source, '```'].join('\n'))
  const image = page.getByRole('img', { name: ko['formats.diagramNamed'].replace('{title}', '') })
  const picture = (await image.getAttribute('src', { timeout: 60_000 })) ?? ''
  expect(decodeURIComponent(picture)).toContain('\npath { }')
  await page.goto(picture)
  const lines = await page.locator('path').evaluateAll((all: SVGPathElement[]) =>
    all.map(line => {
      const { clipPath, mixBlendMode, markerMid, markerEnd } = getComputedStyle(line)
      const isOwnLine = line.getTotalLength() > 2
      return { isOwnLine, styles: [clipPath, mixBlendMode, markerMid].join(', '), markerEnd }
    }),
  )
  expect(new Set(lines.map(({ isOwnLine, styles }) => `${isOwnLine}, ${styles}`))).toEqual(
    new Set(['true, none, normal, none']),
  )
  const arrowheads = lines.map(({ markerEnd }) => markerEnd).filter(value => value !== 'none')
  expect(arrowheads).toEqual([`url("#${id}-pointEnd")`])
})

test('a diagram with a font or another picture in its styles is shown as written', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  const diagram = (rules: string) =>
    `stateDiagram-v2\n  A --> B\n  classDef x font-family:a${encoded(`}${rules}`)};\n  class A x`
  const diagrams = [
    diagram('@font-face{font-family:b;src:url(data:font/woff2;base64,AAAA)}:not(body *){font-family:b'),
    diagram(
      '@Font-\\66 ace{font-family:b;src:u\\72l(data:font/woff2;base64,AAAA)}:not(body *){font-family:b',
    ),
    diagram(':not(body *){fill:url("data:image/svg+xml,x#b")'),
    'sequenceDiagram\n  rect url(data:image/svg+xml,x#b)\n  A->>B: url(data:)\n  end',
    'stateDiagram-v2\n  A: C:\\url(data:)',
  ].map(source => ['```mermaid', source, '```'].join('\n'))
  await page.evaluate(text => window.showNotes([text]), diagrams.join('\n\n'))
  const all = page.locator('.md-diagram')
  await expect(all.last().getByRole('img')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.md-diagram[aria-busy]')).toHaveCount(0)
  await expect(all.getByRole('img')).toHaveCount(1)
})

test('a diagram cannot add nested rules, variables or rules of its picture only, which would keep the page busy', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  const added = (rules: string) => `font-family:a${encoded(`}${rules}`)}`
  const diagrams = [
    added('svg:root *{&&{fill:#123456}}path{fill:#123456;&&{fill:#123456}}'),
    added('path{fill:red;--a:#123456;--b:var(--a)var(--a)}@keyframes x{to{fill:red;--c:#123456}}'),
    'fill:red,--a:#123456',
  ].map(styles => ['```mermaid', `stateDiagram-v2\n  A --> B\n  classDef x ${styles};\n  class A x`, '```'])
  await page.evaluate(text => window.showNotes([text]), diagrams.flat().join('\n'))
  const images = page.getByRole('img', { name: ko['formats.diagramNamed'].replace('{title}', '') })
  await expect(images).toHaveCount(3, { timeout: 60_000 })
  const pictures = await images.evaluateAll((all: HTMLImageElement[]) => all.map(({ src }) => src))
  const stylesOf = (picture: string) =>
    decodeURIComponent(picture)
      .match(/<style>.*?<\/style>/gs)
      ?.join() ?? ''
  for (const styles of pictures.map(stylesOf))
    expect(styles).not.toMatch(/#123456|rgb\(18, 52, 86\)|var\(--[ab]/)
  for (const styles of pictures.map(stylesOf).slice(1)) expect(styles).toContain('fill: red')
})

test('a diagram in which Mermaid cuts an emoji in two is shown', async ({ page, notesPage }) => {
  await openNotesPage(page, notesPage)
  const source = `journey\n  section 하루\n  걷기: 5: 나${'😀'.repeat(60)}`
  await page.evaluate(text => window.showNotes([text]), ['```mermaid', source, '```'].join('\n'))
  const image = page.getByRole('img', { name: ko['formats.diagramNamed'].replace('{title}', '') })
  await expect(image).toHaveJSProperty('complete', true, { timeout: 60_000 })
  expect(decodeURIComponent((await image.getAttribute('src')) ?? '')).toContain('\ufffd')
})

test('without the page of diagrams their source is shown', async ({ page, notesPage }) => {
  await openNotesPage(page, notesPage)
  await page.route('**/diagram.html', route => route.abort())
  await page.evaluate(text => window.showNotes([text]), DIAGRAM)
  await expect(page.getByText(ko['formats.diagramUnavailable'])).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.md-diagram pre')).toContainText('초안 --> 고치기')
})

test('the checkbox of a task is before its text, from left to right and from right to left', async ({
  page,
  notesPage,
}) => {
  await openNotesPage(page, notesPage)
  await page.evaluate(text => window.showNotes([text]), '- [ ] 할 일\n\n문단\n\n- [ ] מטלה')
  const [leftToRight, rightToLeft] = await page.locator('.md-task').evaluateAll(tasks =>
    tasks.map(task => {
      const text = document.createRange()
      text.selectNode(task.querySelector('label')?.lastChild ?? task)
      const box = task.querySelector('input')?.getBoundingClientRect()
      return { box: box?.toJSON() as DOMRect, text: text.getBoundingClientRect().toJSON() as DOMRect }
    }),
  )
  expect(leftToRight?.box.right).toBeLessThanOrEqual(leftToRight?.text.left ?? 0)
  expect(rightToLeft?.box.left).toBeGreaterThanOrEqual(rightToLeft?.text.right ?? Number.POSITIVE_INFINITY)
})
