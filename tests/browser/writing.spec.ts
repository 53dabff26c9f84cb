import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, writeNote } from '#tests/support/person.ts'
import {
  bodyOf,
  DESKTOP,
  keptDrafts,
  openNewNote,
  PHONE,
  save,
  saveAs,
  savedMessage,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'
import { hand } from './handing.ts'

/** The place to write: what is written is seen, its state is told truly, and it is never stranded. */

const LINES = 120
const scroller = (page: Page) => page.locator('.writing__scroller')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Where a line of the text is, and what of the page the text is seen through; heights in pixels. */
function lineInSight(page: Page, line: number) {
  return bodyOf(page).evaluate((area: HTMLTextAreaElement, place) => {
    const style = getComputedStyle(area)
    const top = area.getBoundingClientRect().top + Number.parseFloat(style.paddingTop)
    const height = Number.parseFloat(style.lineHeight)
    const seen = area.closest('.writing__scroller')?.getBoundingClientRect()
    const begin = top + place * height
    return begin >= (seen?.top ?? 0) && begin + height <= Math.min(seen?.bottom ?? 0, innerHeight)
  }, line)
}

test('the line that is typed is in sight at every size, and only the text scrolls @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쓴이')
  const text = Array.from({ length: LINES }, (_, line) => `${line}줄`).join('\n')
  const page = await openAs(author, DESKTOP, paths.updateNote(await writeNote(author, '긴 노트', text)))
  const sizes = [
    [1366, 650],
    [1280, 720],
    [390, 480],
    [390, 844],
    [844, 390],
  ] as const
  for (const [width, height] of sizes)
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height })
      await bodyOf(page).press('Control+End')
      await page.keyboard.insertText('끝')
      await expect.poll(() => lineInSight(page, LINES - 1)).toBe(true)
      await press(page, 'Control+Home', ...Array<string>(60).fill('ArrowDown'))
      await page.keyboard.insertText('중')
      await expect.poll(() => lineInSight(page, 60)).toBe(true)
      const box = await page.locator('.writing').boundingBox()
      expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      // But for the footer nothing is below it.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(400)
    })
})

test('a new note begins with its title, tells how it stands, and is left for good', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const list = page.url().replace('/note/create', '/notelist')
  await page.goto(list)
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleOf(page)).toBeFocused()

  await test.step('auto-save without a title', async () => {
    await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
    await bodyOf(page).fill('---')
    await expect(page.getByText(ko['notes.saveStatusNoTitle'])).toBeVisible()
    await bodyOf(page).fill('회의에서 나온 말')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  })
  await test.step('Enter leads on, and what is new is told', async () => {
    await titleOf(page).focus()
    await page.keyboard.insertText('첫 회의')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    await press(page, 'Enter')
    await expect(bodyOf(page)).toBeFocused()
    await expect(titleOf(page)).toHaveValue('첫 회의')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toHaveCount(0)
  })
  await test.step('what is too long says so on the screen', async () => {
    await bodyOf(page).fill('가나다라 마바사\n'.repeat(600))
    await expect(page.getByText(ko['notes.bodyLength'])).toBeInViewport()
    await bodyOf(page).fill('짧게')
  })
  await test.step('auto-save stays on', async () => {
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch', { name: ko['notes.autosave'] })).toBeChecked()
  })
  await test.step('the way back is not into the editor', async () => {
    await press(page, 'Control+Enter')
    await expect(page).toHaveURL(list)
    await page.goBack()
    await expect(titleOf(page)).toHaveCount(0)
  })
})

test('no line break stays in a title, and the Enter of an input method leads on as well', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const type = (command: string, text: string) =>
    page.evaluate(([how, what]) => document.execCommand(how, false, what), [command, text] as const)
  await titleOf(page).fill('회의록')
  await type('insertText', '\n')
  await expect(titleOf(page)).toHaveValue('회의록')
  await type('insertLineBreak', '')
  await expect(titleOf(page)).toHaveValue('회의록')
  await expect(bodyOf(page)).toBeFocused()
})

test('lines that are pasted into a title are one, behind which one writes on, and are taken back by undo @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).pressSequentially('회의록')
  await press(page, 'ArrowLeft')
  await hand(page, 'paste', { data: { 'text/plain': '(봄,\r\n여름)\n' } }, titleOf(page))
  await expect(titleOf(page)).toHaveValue('회의(봄, 여름)록')
  await titleOf(page).pressSequentially('!')
  await expect(titleOf(page)).toHaveValue('회의(봄, 여름)!록')
  await press(page, 'Control+z', 'Control+z')
  await expect(titleOf(page)).toHaveValue('회의록')

  await titleOf(page).fill('')
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '봄', selectionStart: 1, selectionEnd: 1 })
  await hand(page, 'paste', { data: { 'text/plain': '(여름,\n가을)' } }, titleOf(page))
  await keyboard.send('Input.insertText', { text: '!' })
  await expect(titleOf(page)).toHaveValue('봄(여름, 가을)!')
})

test('what was written on a note that is gone becomes a new one, now or after a reload', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쓴이')
  const noteNos = [await writeNote(author, '곧 없을 노트'), await writeNote(author, '이것도')]
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNos[0] ?? 0))
  await test.step('in the open editor', async () => {
    await bodyOf(page).fill('남아야 할 글')
    await author.does(deleteNote, { noteNo: noteNos[0] ?? 0 })
    await save(page)
    await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
    await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
    await expect(savedMessage(page)).toBeVisible()
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })
  await test.step('from the lists, where it is marked', async () => {
    await page.goto(paths.updateNote(noteNos[1] ?? 0))
    await bodyOf(page).fill('다른 남아야 할 글')
    await expect.poll(() => keptDrafts(page)).toEqual(['다른 남아야 할 글'])
    await page.goto(paths.topics)
    await author.does(deleteNote, { noteNo: noteNos[1] ?? 0 })
    await page.getByRole('region', { name: ko['notes.drafts'] }).getByRole('link', { name: '이것도' }).click()
    await expect(page.getByText(ko['notes.draftOfGoneNote'])).toBeVisible()
    await expect(bodyOf(page)).toHaveValue('다른 남아야 할 글')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.goto(paths.topics)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: ko['notes.drafts'] })).toHaveCount(0)
  })
  await test.step('where the device has no room for another, it keeps the one that it has', async () => {
    const noteNo = await writeNote(author, '자리가 없는 노트')
    await page.goto(paths.updateNote(noteNo))
    await bodyOf(page).fill('한 번만 담긴 글')
    await expect.poll(() => keptDrafts(page)).toEqual(['한 번만 담긴 글'])
    await page.goto(paths.topics)
    await author.does(deleteNote, { noteNo })
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    const drafts = page.getByRole('region', { name: ko['notes.drafts'] })
    await drafts.getByRole('link', { name: '자리가 없는 노트' }).click()
    await expect(bodyOf(page)).toHaveValue('한 번만 담긴 글')
    expect(await keptDrafts(page)).toEqual(['한 번만 담긴 글'])
  })
  await test.step('a note without any draft offers the way out', async () => {
    await page.goto(paths.updateNote(noteNos[0] ?? 0))
    await expect(page.getByText(ko['notes.gone'])).toBeVisible()
    await expect(page.getByRole('button', { name: ko['common.retry'] })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: ko['notes.topicList'] }).click()
    await expect(page).toHaveURL(/topics/)
  })
})

test('after undo and redo the caret is where it was, and the next key takes nothing away', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyOf(page).focus()
  await page.keyboard.insertText('- 하나')
  await press(page, 'Tab', 'Control+z', 'x')
  await expect(bodyOf(page)).toHaveValue('- 하나x')
  await press(page, 'Enter', 'Enter', 'Control+z')
  await expect(bodyOf(page)).toHaveValue('- 하나x\n- ')
  await press(page, 'y')
  await expect(bodyOf(page)).toHaveValue('- 하나x\n- y')
  await press(page, 'Alt+ArrowUp', 'z')
  await expect(bodyOf(page)).toHaveValue('- yz\n- 하나x')
  await press(page, 'Home', 'Shift+End', '*', '*')
  await expect(bodyOf(page)).toHaveValue('**- yz**\n- 하나x')
})

test('text and result stay side by side, whichever is scrolled @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '글쓴이')
  const text = Array.from(
    { length: 36 },
    (_, n) => `## 마디 ${n}\n\n${'긴 문단이에요. '.repeat(n % 3 === 0 ? 25 : 4)}`,
  )
  const page = await openAs(
    author,
    DESKTOP,
    paths.updateNote(await writeNote(author, '긴 노트', text.join('\n\n'))),
  )
  const result = page.getByRole('region', { name: ko['notes.preview'] })
  await expect(result.getByRole('heading', { name: '마디 35' })).toBeAttached()
  /** How far the result's section is from the line of the text that it is made of, in pixels. */
  const apart = (section: number) =>
    page.evaluate(n => {
      const area = document.querySelector<HTMLTextAreaElement>('.writing__text')
      const heading = [...document.querySelectorAll('.md-h2')].find(one => one.textContent === `마디 ${n}`)
      if (!area || !heading) return Number.NaN
      const copy = document.createElement('div')
      copy.className = area.className
      copy.style.cssText = `position: absolute; min-block-size: 0; padding: 0; inline-size: ${area.clientWidth}px`
      copy.textContent = `${area.value.slice(0, area.value.indexOf(`## 마디 ${n}\n`))}끝`
      area.after(copy)
      const height = copy.offsetHeight - Number.parseFloat(getComputedStyle(area).lineHeight)
      copy.remove()
      return Math.abs(heading.getBoundingClientRect().top - area.getBoundingClientRect().top - height)
    }, section)

  await bodyOf(page).hover({ position: { x: 40, y: 200 } })
  await page.mouse.wheel(0, 2000)
  const inSight = () =>
    page.evaluate(() => {
      const seen = document.querySelector('.writing__drawn')?.getBoundingClientRect()
      const heading = [...document.querySelectorAll('.md-h2')].find(
        one => one.getBoundingClientRect().top > (seen?.top ?? 0),
      )
      return Number(heading?.textContent?.replace(/\D/g, ''))
    })
  await expect.poll(() => scroller(page).evaluate(one => one.scrollTop)).toBeGreaterThan(1000)
  await expect.poll(async () => apart(await inSight())).toBeLessThan(120)
  const before = await scroller(page).evaluate(one => one.scrollTop)
  await result.hover({ position: { x: 40, y: 300 } })
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => scroller(page).evaluate(one => one.scrollTop)).toBeGreaterThan(before + 300)
  await expect.poll(async () => apart(await inSight())).toBeLessThan(120)
})

test('what is written in a block higher than the screen is seen beside it @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쓴이')
  const texts = [
    Array.from({ length: 80 }, (_, n) => `- 살 것 ${n}`).join('\n'),
    '끝없이 이어지는 문단이에요. '.repeat(220).trim(),
    `# 머리\n\n${Array.from({ length: 80 }, (_, n) => `${n + 1}. 할 일 ${n}`).join('\n')}`,
  ]
  const page = await openAs(
    author,
    DESKTOP,
    paths.updateNote(await writeNote(author, '높은 글', texts[0] ?? '')),
  )
  const result = page.getByRole('region', { name: ko['notes.preview'] })
  /** By how much the end of what is written is out of sight in the result, in pixels. */
  const outOfSight = () =>
    result.evaluate(pane => {
      const words = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
      let found: Text | null = null
      while (words.nextNode())
        if (words.currentNode instanceof Text && words.currentNode.data.includes('여기요'))
          found = words.currentNode
      if (found === null) return Number.NaN
      const place = new Range()
      place.setStart(found, found.data.indexOf('여기요'))
      place.setEnd(found, found.data.indexOf('여기요') + 3)
      const [row, seen] = [place.getBoundingClientRect(), pane.getBoundingClientRect()]
      return Math.max(0, seen.top - row.top, row.bottom - Math.min(seen.bottom, innerHeight))
    })
  for (const text of texts) {
    await bodyOf(page).fill(text)
    await bodyOf(page).focus()
    await press(page, 'Control+End')
    await page.keyboard.insertText(' 여기요')
    await expect.poll(outOfSight).toBe(0)
  }
})

test('Ctrl+P prints the whole note and none of the editor @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await titleOf(page).fill('인쇄할 글')
  await bodyOf(page).fill(`**굵게**\n\n${'긴 문단이에요.\n\n'.repeat(80)}마지막 줄`)
  await page.evaluate(() => {
    window.print = () => {
      const sheet = document.querySelector('.writing__printed')
      document.body.dataset.printed = `${document.title} ${sheet?.querySelector('strong')?.textContent} ${sheet?.textContent?.slice(-5)}`
    }
  })
  await press(page, 'Control+p')
  await expect(page.locator('body')).toHaveAttribute('data-printed', /굵게 마지막 줄$/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.locator('.writing__printed')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.writing__printed')).toHaveCount(0)
})

test('another topic is chosen, for a new note and for a saved one @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  await page.goto(paths.topics)
  await page.getByLabel(ko['topics.newTopic']).fill('읽은 책')
  await page.getByRole('button', { name: ko['topics.create'] }).click()
  await expect(page.getByRole('heading', { name: '읽은 책' })).toBeVisible()
  await page.goto(url)
  await page.getByRole('button', { name: '주제: 회의록' }).click()
  await page.getByLabel(ko['topics.filter']).fill('책')
  await page.getByRole('button', { name: /읽은 책/ }).click()
  await saveAs(page, '봄에 읽은 것')
  // A saved note is moved at once.
  await page.getByRole('button', { name: '주제: 읽은 책' }).click()
  await expect(page.getByLabel(ko['topics.filter'])).toBeFocused()
  await page.keyboard.insertText('회의')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: '주제: 회의록' })).toBeVisible()
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: '회의록' })).toBeVisible()
  await expect(page.getByRole('link', { name: '봄에 읽은 것' })).toBeVisible()
})

test('a press on the save button leaves the caret in the text @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleOf(page).fill('회의')
  await bodyOf(page).fill('앞뒤')
  await bodyOf(page).press('ArrowLeft')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(bodyOf(page)).toHaveValue('앞 뒤')
})
