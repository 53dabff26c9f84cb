import type { Page } from '@playwright/test'
import { bodyOf, DESKTOP, openNewNote, PHONE, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** What stands over the written text: in its very lines, and never in its way. */

const TEXT = [
  '# 올해 하기로 한 일',
  '',
  `1월에 적은 **열 가지**를 꺼냈다. 아무에게도 안 보여 주는 [노트](https://example.com/${'a'.repeat(80)})니까. ${'떡볶이 '.repeat(60)}`,
  `${'띄지않은말'.repeat(60)} \`code\` ==칠함== 끝에 빈칸${' '.repeat(90)}`,
  '\t- [ ] 탭 뒤 👩🏽‍💻 each **굵게** AVAToWA',
  `  - [x] 한 일 ${'길게 '.repeat(40)}`,
  '> “딱이다.” 하셨다.',
  '',
  `${'한글'.normalize('NFD')} 마지막 줄`,
].join('\n')

/** Where each line begins, as the text area itself has it: the caret is led there, and is where the text before it ends. */
function tops(page: Page) {
  return bodyOf(page).evaluate((area: HTMLTextAreaElement) => {
    const copy = document.createElement('div')
    copy.className = area.className
    copy.style.cssText = `position:absolute;visibility:hidden;inline-size:${area.clientWidth}px;min-block-size:0`
    const marks = area.value.split('\n').map(line => {
      const mark = document.createElement('span')
      copy.append(mark, `${line}\n`)
      return mark
    })
    area.after(copy)
    const own = marks.map(mark => mark.offsetTop - (marks[0]?.offsetTop ?? 0))
    copy.remove()
    const lines = [...document.querySelectorAll<HTMLElement>('.mirror__line')]
    const top = lines[0]?.getBoundingClientRect().top ?? 0
    const bottom = lines.at(-1)?.getBoundingClientRect().bottom ?? 0
    const room = Number.parseFloat(getComputedStyle(area).paddingBlockEnd)
    return {
      own,
      mirrored: lines.map(line => line.offsetTop),
      height: Math.round(area.scrollHeight - room),
      mirrorHeight: Math.round(bottom - top),
    }
  })
}

for (const width of [DESKTOP, 1024, PHONE])
  test(`its lines are those of the text, ${width} wide, also after changes in their midst`, async ({
    site,
    openAs,
  }) => {
    const page = await openNewNote(site, openAs, width)
    const body = bodyOf(page)
    await body.fill(`${TEXT}\n`.repeat(4))
    const expectInLine = async () => {
      const { own, mirrored, height, mirrorHeight } = await tops(page)
      expect(mirrored).toEqual(own)
      // An area with little text is as high as its sheet.
      if (own.length > 1) expect(Math.abs(height - mirrorHeight)).toBeLessThanOrEqual(2)
    }
    await expectInLine()
    await body.evaluate((area: HTMLTextAreaElement) => {
      area.focus()
      area.setSelectionRange(80, 80)
    })
    await page.keyboard.insertText('가운데 쓴 글이 줄을 밀어 내요. ')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expectInLine()
    await page.keyboard.press('Backspace')
    await page.keyboard.insertText('```\n')
    await expectInLine()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText('짧은 글')
    await expectInLine()
  })

test('signs stand back but where one writes, and ends of manuscript pages stand in the margin', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const body = bodyOf(page)
  await body.fill(`# 제목\n**굵게** ${'가'.repeat(430)}\n\`\`\`\n# 주석\n\`\`\``)
  const signs = page.locator('.mirror__sign')
  await expect(signs).toHaveText(['#', '**', '**', '```', '```'])
  await titleOf(page).focus()
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
      page.locator('.mirror__page').evaluateAll(ends => ends.map(end => (end as HTMLElement).dataset.page)),
    )
    .toEqual(['1', '2'])
  await expect(page.locator('.mirror')).toHaveAttribute('aria-hidden', 'true')
  expect(await page.locator('.mirror').getAttribute('tabindex')).toBeNull()
})

test('whoever has colours of their own sees the text alone', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await page.emulateMedia({ forcedColors: 'active' })
  await bodyOf(page).fill('# 제목\n글')
  await titleOf(page).focus()
  await expect(page.locator('.mirror__sign')).toHaveCSS('visibility', 'hidden')
})
