import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { bodyField, openNewNote, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'

/** The syntax highlighting over the text area: its lines match the text area's, and it never blocks input. */

const TEXT = [
  '# 올해 하기로 한 일',
  '',
  `1월에 적은 **열 가지**를 꺼냈다. 아무에게도 안 보여 주는 [노트](https://example.com/${'a'.repeat(80)})니까. ${'떡볶이 '.repeat(60)}`,
  `${'띄지않은말'.repeat(60)} \`code\` ==칠함== 끝에 빈칸${' '.repeat(250)}`,
  '\t- [ ] 탭 뒤 👩🏽‍💻 each **굵게** AVAToWA',
  `  - [x] 한 일 ${'길게 '.repeat(40)}`,
  '> “딱이다.” 하셨다.',
  '',
  `${'한글'.normalize('NFD')} 마지막 줄`,
].join('\n')

/** Words of generated lines, with characters that are critical where a line wraps. */
const WORDS = [
  `가 나다 공원을걸었다. ${'한글'.normalize('NFD')} “인용” 「괄호」 … ㅋㅋㅋㅋㅋㅋ 漢字 \u3000`,
  'the longerword a-b-c AVATAR T==o== **A**V e\u0301 ==\u0301== 12,345 \u200b \u00ad',
  '**굵게** `code` ~~취소~~ $x^2$ | [링크](https://example.com/a/b?c=d) **سلام**عليكم 👨‍👩‍👧‍👦',
]
  .join(' ')
  .split(' ')
const STARTS = ['', '', '- ', '# ', '> ', '\t', '  1. ', '- [ ] ', '- [x] ']
const GAPS = [' ', ' ', ' ', '', '  ', '\t', ' '.repeat(30)]

/** Returns pseudo-random lines, the same in every run. */
function pseudoRandomLines(count: number): string[] {
  let seed = 20_261_123
  const select = (some: readonly string[]) => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
    return some[Math.floor((seed / 2 ** 32) * some.length)] ?? ''
  }
  return Array.from({ length: count }, (_, place) =>
    [select(STARTS), ...Array.from({ length: place % 40 }, () => select(WORDS) + select(GAPS))].join(''),
  )
}

/**
 * Compares the height of every line in the overlay with its height in a copy of the text area. Widths are in pixels;
 * with `edges` the width is that of each line, or half of it, plus these offsets.
 */
function compareLineHeights(
  page: Page,
  { widths, edges = [] }: { widths: (number | null)[]; edges?: number[] },
) {
  return bodyField(page).evaluate(
    (area: HTMLTextAreaElement, by) => {
      const sheet = area.closest<HTMLElement>('.sheet-text')
      const texts = area.value.split('\n')
      const lines = [...document.querySelectorAll<HTMLElement>('.highlight__line')]
      const copy = area.cloneNode() as HTMLTextAreaElement
      copy.style.cssText = 'position:absolute;visibility:hidden;min-block-size:0;padding:0'
      area.after(copy)
      const heightOf = (text: string) => {
        copy.value = text
        return copy.getBoundingClientRect().height
      }
      const setWidth = (width: number | null) => {
        if (sheet) sheet.style.inlineSize = width === null ? '' : `${width}px`
        copy.style.inlineSize = `${area.getBoundingClientRect().width}px`
      }
      const rounded = (height: number) => Math.round(height * 10) / 10
      const wrong: { width: number | null; text: string; own: number; highlighted: number }[] = []
      const compare = (width: number | null, place: number) => {
        const [text = '', line] = [texts[place], lines[place]]
        const own = rounded(heightOf(text))
        const highlighted = rounded(line?.getBoundingClientRect().height ?? 0)
        if (own !== highlighted) wrong.push({ width, text, own, highlighted })
      }
      for (const width of by.widths) {
        setWidth(width)
        for (const place of texts.keys()) compare(width, place)
      }
      for (const more of by.edges)
        for (const [place, line] of lines.entries()) {
          setWidth(9_000)
          const within = document.createRange()
          within.selectNodeContents(line)
          const long = within.getBoundingClientRect().width
          for (const width of [long, long / 2].filter(wide => wide > 60)) {
            setWidth(width + more)
            compare(width + more, place)
          }
        }
      setWidth(null)
      const top = lines[0]?.getBoundingClientRect().top ?? 0
      const overlayHeight = rounded((lines.at(-1)?.getBoundingClientRect().bottom ?? 0) - top)
      const height = rounded(heightOf(area.value))
      copy.remove()
      return { count: lines.length === texts.length, wrong, height: height - overlayHeight }
    },
    { widths, edges },
  )
}

const NO_DIFFERENCE = { count: true, wrong: [], height: 0 }

test('overlay lines are as high as text lines at any width @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)
  await page.getByRole('radio', { name: ko['notes.modeWrite'], exact: true }).check({ force: true })
  await body.fill([...TEXT.split('\n'), ...pseudoRandomLines(36)].join('\n'))
  await expect(page.locator('.highlight__page')).not.toHaveCount(0)
  expect(await compareLineHeights(page, { widths: [null, 230, 301.4, 412.5, 640] })).toEqual(NO_DIFFERENCE)

  await body.fill(pseudoRandomLines(12).join('\n'))
  expect(await compareLineHeights(page, { widths: [], edges: [-1 / 32, -1 / 64, 0, 1 / 64, 0.5] })).toEqual(
    NO_DIFFERENCE,
  )
})

test('overlay lines match after edits in the middle, on a phone @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  const body = bodyField(page)
  await body.fill(`${TEXT}\n`.repeat(4))
  const expectAlike = async () =>
    expect(await compareLineHeights(page, { widths: [null] })).toEqual(NO_DIFFERENCE)
  await expectAlike()
  await body.evaluate((area: HTMLTextAreaElement) => {
    area.focus()
    area.setSelectionRange(80, 80)
  })
  await page.keyboard.insertText('가운데 쓴 글이 줄을 밀어 내요. ')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expectAlike()
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('```\n')
  await expectAlike()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('짧은 글')
  await expectAlike()
})

test('Markdown markers are muted, and hidden with forced colours @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyField(page)

  await test.step('markers are muted except at the caret, and page ends show in the margin', async () => {
    await body.fill(`# 제목\n**굵게** ${'가'.repeat(430)}\n\`\`\`\n# 주석\n\`\`\``)
    const signs = page.locator('.highlight__marker')
    await expect(signs).toHaveText(['#', '**', '**', '```', '```'])
    await titleField(page).focus()
    for (const sign of await signs.all()) await expect(sign).toHaveCSS('visibility', 'visible')
    await body.evaluate((area: HTMLTextAreaElement) => {
      area.focus()
      area.setSelectionRange(0, 0)
    })
    await expect(signs.first()).toHaveCSS('visibility', 'hidden')
    await expect(signs.nth(1)).toHaveCSS('visibility', 'visible')
    await page.keyboard.press('Control+a')
    await expect(signs.nth(3)).toHaveCSS('visibility', 'hidden')

    await expect
      .poll(() =>
        page
          .locator('.highlight__page')
          .evaluateAll(ends => ends.map(end => (end as HTMLElement).dataset.page)),
      )
      .toEqual(['1', '2'])
    await expect(page.locator('.highlight').last()).toHaveAttribute('aria-hidden', 'true')
    expect(await page.locator('.highlight').last().getAttribute('tabindex')).toBeNull()
  })
  await test.step('forced colours show only the text', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await body.fill('# 제목\n글')
    await titleField(page).focus()
    await expect(page.locator('.highlight__marker')).toHaveCSS('visibility', 'hidden')
  })
})
