import type { Page } from '@playwright/test'
import { type NotesPage, openNotesPage, type Requests } from '#tests/support/notesPage.ts'
import vectors from '../data/markdown-xss.json' with { type: 'json' }
import { expectAccessible } from './accessibility.ts'
import { createGate } from './delays.ts'
import { expect, test } from './fixtures.ts'

const RICH = `# 첫째 제목
## 둘째 제목
### 셋째 제목
#### 넷째 제목
##### 다섯째 제목
###### 여섯째 제목

**용어(Term)**을 [쓴다](https://example.com), $x^2 + \\text{한글}$

- [x] 한 일
- [ ] 할 일

> 인용

|가|나|
|:-|-:|
|${'긴낱말'.repeat(30)}|${'긴낱말'.repeat(30)}|

\`\`\`js
const 가 = 1 // ${'길다'.repeat(80)}
\`\`\`

$$\\sum_{i=1}^{n} ${'x_i + '.repeat(60)} 0$$
`
const PICTURE = 'https://pictures.test/a.svg'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'

let files: NotesPage
test.beforeEach(({ notesPage }) => {
  files = notesPage
})

/** Opens the page. Its pictures load once `allowed` resolves. */
function open(page: Page, allowed?: () => Promise<void>): Promise<Requests> {
  const picture = allowed && { url: PICTURE, body: () => allowed().then(() => SVG) }
  return openNotesPage(page, files, picture)
}

const show = (page: Page, ...texts: string[]) => page.evaluate(written => window.showNotes(written), texts)
/** Renders as the preview of the editor does. */
const preview = (page: Page, text: string) =>
  page.evaluate(written => window.showNotes([written], true), text)
const ready = (page: Page) => page.evaluate(() => window.notesReady())

test('no known XSS vector executes', async ({ page }) => {
  const alarms: string[] = []
  page.on('dialog', dialog => {
    alarms.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => alarms.push(`popup: ${popup.url()}`))
  page.on('framenavigated', frame => alarms.push(`navigation: ${frame.url()}`))
  const requests = await open(page)
  alarms.length = 0
  await show(page, ...vectors.flatMap(({ texts }) => texts))
  await ready(page)
  const found = await page.evaluate(() => {
    const everything = [...document.querySelectorAll('#notes *')]
    for (const element of everything) {
      for (const type of ['mouseover', 'focus', 'toggle', 'error', 'load', 'animationend']) {
        element.dispatchEvent(new Event(type))
      }
    }
    const names = everything.flatMap(element => element.getAttributeNames())
    return {
      notes: document.querySelectorAll('.md').length,
      handlers: names.filter(name => name.startsWith('on')),
      foreignElements: everything.filter(element =>
        element.matches('script, iframe, object, embed, link, style, form, base'),
      ).length,
      addresses: everything
        .flatMap(element =>
          ['href', 'src', 'xlink:href', 'action', 'srcset'].map(name => element.getAttribute(name) ?? ''),
        )
        .filter(address => address !== '' && !/^(?:https?:\/\/|mailto:|tel:)/.test(address)),
      styledOutsideFormulas: everything.filter(
        element => element.hasAttribute('style') && !element.closest('.katex'),
      ).length,
      ran: '__xss' in window,
    }
  })
  expect(found).toEqual({
    notes: vectors.flatMap(({ texts }) => texts).length,
    handlers: [],
    foreignElements: 0,
    addresses: [],
    styledOutsideFormulas: 0,
    ran: false,
  })
  expect(alarms).toEqual([])
  expect(requests.foreign).toEqual([])
})

test('formulas and syntax colours are loaded when a note first needs them', async ({ page }) => {
  const requests = await open(page)
  const fetched = (name: string) => requests.ours.some(path => path.includes(name))
  await show(page, '# 글\n\n```\n언어 없는 코드\n```')
  await ready(page)
  expect([fetched('math.worker'), fetched('code.worker')]).toEqual([false, false])

  await show(page, '$x^2$')
  await ready(page)
  await expect(page.locator('.katex')).toBeVisible()
  expect([fetched('math.worker'), fetched('code.worker')]).toEqual([true, false])

  await show(page, '```js\nlet 가 = 1\n```')
  await ready(page)
  await expect(page.locator('.hljs-keyword')).toHaveText('let')
  expect(requests.foreign).toEqual([])
})

test('a formula or code that fails to load or parse is shown as source', async ({ page }) => {
  await open(page)
  await page.route(/(?:math|code)\.worker/, route => route.abort())
  await show(page, '$x^2$\n\n```js\nlet 가 = 1\n```')
  await ready(page)
  await expect(page.locator('.md')).toContainText('$x^2$')
  await expect(page.locator('pre')).toContainText('let 가 = 1')

  await page.unroute(/(?:math|code)\.worker/)
  await page.reload()
  await page.waitForFunction(() => 'showNotes' in window)
  await show(page, '$\\frac{1}{$ $\\없는명령$ $\\href{https://a.kr}{x}$')
  await ready(page)
  await expect(page.locator('[data-wrong]').first()).toHaveText('$\\frac{1}{$')
  await expect(page.locator('.md a')).toHaveCount(0)
  await show(page, '$\\frac{1}{2}$')
  await expect(page.locator('[data-wrong]')).toHaveCount(0)
})

/** A short macro that takes KaTeX seconds and produces much output. */
const ENDLESS = `\\def\\a{${'x'.repeat(1000)}}${'\\a '.repeat(200)}`

test('a formula that takes too long is shown as source @long', async ({ page }) => {
  await open(page)
  await show(page, `앞\n\n$$${ENDLESS}$$\n\n$x^2$ 뒤`)
  // Frames and clicks are handled at once during the formula.
  const frames = await page.evaluate(async () => {
    let count = 0
    while (document.querySelector('[aria-busy="true"]')) {
      await new Promise(resolve => requestAnimationFrame(resolve))
      count++
    }
    return count
  })
  expect(frames).toBeGreaterThan(3)
  await expect(page.locator('.katex')).toHaveCount(1)
  const source = page.getByRole('group', { name: '수식' })
  await expect(source).toContainText('\\def\\a{xxx')

  const button = page.getByRole('button', { name: '수식 그리기' })
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
  await expect(page.getByText('수식이 너무 커서 그릴 수 없어요.')).toBeVisible({ timeout: 20_000 })
  await expect(button).toHaveCount(0)
  await expect(source).toContainText('\\def\\a{xxx')

  await show(page, '앞\n\n$$y$$\n\n$x^2$ 뒤')
  await ready(page)
  await expect(page.locator('.katex')).toHaveCount(2)
})

test('content that is too large is shown as source, or rendered on request @long', async ({ page }) => {
  await open(page)
  const code = '{[('.repeat(1600)
  await show(page, `$${'x+'.repeat(500)}x$\n\n\`\`\`json\n${code}\n\`\`\``)
  await ready(page)
  await expect(page.locator('.katex, [class^="hljs-"]')).toHaveCount(0)
  await expect(page.locator('pre')).toHaveText(code)

  await page.getByRole('button', { name: '코드 색칠하기' }).click()
  await expect(page.locator('.hljs-punctuation').first()).toBeVisible()
  await expect(page.locator('pre')).toHaveText(code)
  await page.getByRole('button', { name: '수식 그리기' }).click()
  await expect(page.locator('.katex')).toBeVisible()
  await expect(page.getByRole('button', { name: /그리기|색칠하기/ })).toHaveCount(0)

  await page.emulateMedia({ media: 'print' })
  await show(page, `$$${'x^2_1'.repeat(900)}$$`)
  await ready(page)
  await expect(page.locator('.md')).toContainText('x^2_1')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('group', { name: '수식' })).toHaveCSS('overflow', 'visible')
})

test('a formula and code keep their rendering until the edited text is rendered', async ({ page }) => {
  await open(page)
  await show(page, '글 $x^2$ 글\n\n$$y$$\n\n```js\nlet 가\n```')
  await ready(page)
  await page.evaluate(() => {
    const sources: string[] = []
    const collectSources = () => {
      for (const code of document.querySelectorAll('.md-formula > code')) sources.push(code.textContent)
      if (!document.querySelector('.hljs-keyword')) sources.push('uncoloured')
    }
    new MutationObserver(collectSources).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(window, { sources })
  })
  await show(page, '글 $x^{2}$ 글\n\n$$y+1$$\n\n```js\nlet 가나\n```')
  await ready(page)
  await expect(page.locator('.katex')).toHaveText([/x\^\{2\}/, /y\+1/])
  await expect(page.locator('pre')).toHaveText('let 가나')
  expect(await page.evaluate(() => Object.entries(window).find(([name]) => name === 'sources')?.[1])).toEqual(
    [],
  )
})

test('a note of thousands of formulas or lines renders progressively', async ({ page }) => {
  await open(page)
  for (const [text, what, count] of [
    ['$x$ '.repeat(400), '.katex', 400],
    ['- \n'.repeat(1600), 'li', 1600],
    ['가\n'.repeat(2400), 'br', 2399],
  ] as const) {
    const atOnce = await page.evaluate(
      ([written, selector]) => {
        window.showNotes([])
        window.showNotes([written])
        return document.querySelectorAll(selector).length
      },
      [text, what] as const,
    )
    expect(atOnce, what).toBeLessThan(count / 2)
    await ready(page)
    await expect(page.locator(what)).toHaveCount(count)
  }
})

test('pictures and formulas stay while the text around them changes', async ({ page }) => {
  const requests = await open(page, async () => {})
  await preview(page, `앞\n\n글 ![그림](${PICTURE}) $x$ 뒤\n\n$$y$$`)
  await ready(page)
  const marked = await page.evaluate(() => {
    const nodes = document.querySelectorAll('.md img, .md .katex')
    for (const element of nodes) element.setAttribute('data-marked', '')
    return nodes.length
  })
  expect(marked).toBe(3)
  for (const text of [
    `앞\n\n글 ![그림](${PICTURE}) $x$ 뒤에\n\n$$y$$`,
    `앞\n\n**새** 글 ![그림](${PICTURE}) $x$ 뒤에\n\n$$y$$`,
    `새 문단\n\n앞\n\n**새** 글 ![그림](${PICTURE}) $x$ 뒤에\n\n$$y$$\n\n끝`,
  ]) {
    await preview(page, text)
    await expect(page.locator('[data-marked]')).toHaveCount(3)
  }
  expect(requests.foreign.filter(url => url === PICTURE)).toHaveLength(1)
})

test('printing waits for formulas and distant pictures, except those that never load', async ({ page }) => {
  const picture = createGate()
  const engine = createGate()
  await open(page, () => picture.opened)
  await page.route(/math\.worker/, async route => {
    await engine.opened
    await route.fallback()
  })
  // Start before it is rendered, because the browser may request it at once.
  const pictureRequest = page.waitForRequest(PICTURE)
  await preview(
    page,
    `${'글\n\n'.repeat(300)}$x$ ![그림](${PICTURE}) ![없음](https://pictures.test/missing.png)`,
  )
  // A long note renders progressively, and its formula waits for the engine until the picture was requested.
  await expect(page.locator('img')).toHaveCount(2)
  const waiting = page.evaluate(async () => {
    await window.notesReady()
    return {
      formulas: document.querySelectorAll('.katex').length,
      width: document.querySelector('img')?.naturalWidth,
    }
  })
  await pictureRequest
  picture.open()
  await page.waitForFunction(() => document.querySelector('img')?.complete)
  engine.open()
  expect(await waiting).toEqual({ formulas: 1, width: 40 })
})

test('a rich note on a desktop, on a phone and in print @long', async ({ page }) => {
  await open(page)

  await test.step('axe reports nothing, in light and dark mode', async () => {
    await show(page, RICH)
    await ready(page)
    await expectAccessible(page, '.md')
  })
  await test.step('a phone shows a wide note without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await show(
      page,
      `${RICH}\n\n${'가'.repeat(300)}\n\n${'>'.repeat(30)} 깊은 인용\n\n${' '.repeat(200)}들여쓴 줄`,
    )
    await ready(page)
    const [needed, available] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(needed).toBeLessThanOrEqual(available ?? 0)
    for (const box of ['pre', '.md-table', '.md-formula-display']) {
      const scrolls = await page.locator(box).evaluate(element => {
        ;(element as HTMLElement).focus()
        return {
          wide: element.scrollWidth > element.clientWidth,
          focused: document.activeElement === element,
        }
      })
      expect(scrolls, box).toEqual({ wide: true, focused: true })
    }
  })
  await test.step('on a phone, a formula in a line that is wider than the note scrolls by itself', async () => {
    const beside = String.raw`$\rlap{\rule{30em}{1em}}$`
    await show(page, `- 목록 $\\text{${'가'.repeat(100)}}$ 끝\n\n짧은 $a^2+b^2=c^2$ ${beside}`)
    const box = page.locator('.md-formula-display')
    await expect(box).toHaveCount(1)
    expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  })
  await test.step('print cuts nothing off', async () => {
    await show(page, RICH)
    await ready(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('pre')).toHaveCSS('white-space', 'pre-wrap')
    await expect(page.locator('.md-table')).toHaveCSS('overflow-x', 'visible')
  })
})
