import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import {
  bodyField,
  DESKTOP,
  openNewNote,
  PHONE,
  save,
  savedMessage,
  saveWithTitle,
  storedDrafts,
  titleField,
} from './editor.ts'
import { expect, test } from './fixtures.ts'

/** The editor layout: the current line is in view, the status is correct, and no text is stranded. */

const LINES = 120
/** In pixels. Lower windows get the layout for low windows, as in tokens.css. */
const LOW_BELOW = 520
const scroller = (page: Page) => page.locator('.writing__scroller')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Whether a line of the text is inside the visible part of the editor. */
function isLineInView(page: Page, line: number) {
  return bodyField(page).evaluate((area: HTMLTextAreaElement, index) => {
    const style = getComputedStyle(area)
    const top = area.getBoundingClientRect().top + Number.parseFloat(style.paddingTop)
    const height = Number.parseFloat(style.lineHeight)
    const visibleArea = area.closest('.writing__scroller')?.getBoundingClientRect()
    const begin = top + index * height
    return (
      begin >= (visibleArea?.top ?? 0) && begin + height <= Math.min(visibleArea?.bottom ?? 0, innerHeight)
    )
  }, line)
}

test('the current line is in view at every window size, and only the text scrolls @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
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
      await bodyField(page).press('Control+End')
      await page.keyboard.insertText('끝')
      await expect.poll(() => isLineInView(page, LINES - 1)).toBe(true)
      await press(page, 'Control+Home', ...Array<string>(60).fill('ArrowDown'))
      await page.keyboard.insertText('중')
      await expect.poll(() => isLineInView(page, 60)).toBe(true)
      if (height < LOW_BELOW) {
        // The text and one bar fill a low window; the page scrolls to the other bars.
        expect((await scroller(page).boundingBox())?.height).toBe(height - 48)
      } else {
        const box = await page.locator('.writing').boundingBox()
        expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(height)
        expect(await page.evaluate(() => scrollY)).toBe(0)
      }
      // Only the footer is below it.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(400)
    })
})

test('text written on a deleted note becomes a new note, at once or after a reload', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const noteNos = [await writeNote(author, '곧 없을 노트'), await writeNote(author, '이것도')]
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNos[0] ?? 0))
  await test.step('in the open editor', async () => {
    await bodyField(page).fill('남아야 할 글')
    await author.call(deleteNote, { noteNo: noteNos[0] ?? 0 })
    await save(page)
    await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
    await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
    await expect(savedMessage(page)).toBeVisible()
    await expect.poll(() => storedDrafts(page)).toEqual([])
  })
  await test.step('from the lists, with a mark', async () => {
    await page.goto(paths.updateNote(noteNos[1] ?? 0))
    await bodyField(page).fill('다른 남아야 할 글')
    await expect.poll(() => storedDrafts(page)).toEqual(['다른 남아야 할 글'])
    await page.goto(paths.topics)
    await author.call(deleteNote, { noteNo: noteNos[1] ?? 0 })
    await page.getByRole('region', { name: ko['notes.drafts'] }).getByRole('link', { name: '이것도' }).click()
    await expect(page.getByText(ko['notes.draftOfGoneNote'])).toBeVisible()
    await expect(bodyField(page)).toHaveValue('다른 남아야 할 글')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.goto(paths.topics)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: ko['notes.drafts'] })).toHaveCount(0)
  })
  await test.step('without storage for another draft the existing one stays', async () => {
    const noteNo = await writeNote(author, '자리가 없는 노트')
    await page.goto(paths.updateNote(noteNo))
    await bodyField(page).fill('한 번만 담긴 글')
    await expect.poll(() => storedDrafts(page)).toEqual(['한 번만 담긴 글'])
    await page.goto(paths.topics)
    await author.call(deleteNote, { noteNo })
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    const drafts = page.getByRole('region', { name: ko['notes.drafts'] })
    await drafts.getByRole('link', { name: '자리가 없는 노트' }).click()
    await expect(bodyField(page)).toHaveValue('한 번만 담긴 글')
    expect(await storedDrafts(page)).toEqual(['한 번만 담긴 글'])
  })
  await test.step('a deleted note without a draft links to the topics', async () => {
    await page.goto(paths.updateNote(noteNos[0] ?? 0))
    await expect(page.getByText(ko['notes.gone'])).toBeVisible()
    await expect(page.getByRole('button', { name: ko['common.retry'] })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: ko['notes.topicList'] }).click()
    await expect(page).toHaveURL(/topics/)
  })
})

test('undo and redo restore the caret, and the next key deletes nothing', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyField(page).focus()
  await page.keyboard.insertText('- 하나')
  await press(page, 'Tab', 'Control+z', 'x')
  await expect(bodyField(page)).toHaveValue('- 하나x')
  await press(page, 'Enter', 'Enter', 'Control+z')
  await expect(bodyField(page)).toHaveValue('- 하나x\n- ')
  await press(page, 'y')
  await expect(bodyField(page)).toHaveValue('- 하나x\n- y')
  await press(page, 'Alt+ArrowUp', 'z')
  await expect(bodyField(page)).toHaveValue('- yz\n- 하나x')
  await press(page, 'Home', 'Shift+End', '*', '*')
  await expect(bodyField(page)).toHaveValue('**- yz**\n- 하나x')
})

test('the text and the preview scroll together in both directions @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
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
  /** Returns the distance between a section in the preview and its line in the text, in pixels. */
  const sectionOffset = (section: number) =>
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

  await bodyField(page).hover({ position: { x: 40, y: 200 } })
  await page.mouse.wheel(0, 2000)
  const inSight = () =>
    page.evaluate(() => {
      const visibleArea = document.querySelector('.writing__rendered')?.getBoundingClientRect()
      const heading = [...document.querySelectorAll('.md-h2')].find(
        one => one.getBoundingClientRect().top > (visibleArea?.top ?? 0),
      )
      return Number(heading?.textContent?.replace(/\D/g, ''))
    })
  await expect.poll(() => scroller(page).evaluate(one => one.scrollTop)).toBeGreaterThan(1000)
  await expect.poll(async () => sectionOffset(await inSight())).toBeLessThan(120)
  const before = await scroller(page).evaluate(one => one.scrollTop)
  await result.hover({ position: { x: 40, y: 300 } })
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => scroller(page).evaluate(one => one.scrollTop)).toBeGreaterThan(before + 300)
  await expect.poll(async () => sectionOffset(await inSight())).toBeLessThan(120)
})

test('the end of a block taller than the screen is visible in the preview while it is edited @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
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
  /** Returns by how many pixels the edited text is outside the preview's view. */
  const outOfSight = () =>
    result.evaluate(pane => {
      const words = document.createTreeWalker(pane, NodeFilter.SHOW_TEXT)
      let found: Text | null = null
      while (words.nextNode())
        if (words.currentNode instanceof Text && words.currentNode.data.includes('여기요'))
          found = words.currentNode
      if (found === null) return Number.NaN
      const range = new Range()
      range.setStart(found, found.data.indexOf('여기요'))
      range.setEnd(found, found.data.indexOf('여기요') + 3)
      const [row, visibleArea] = [range.getBoundingClientRect(), pane.getBoundingClientRect()]
      return Math.max(0, visibleArea.top - row.top, row.bottom - Math.min(visibleArea.bottom, innerHeight))
    })
  for (const text of texts) {
    await bodyField(page).fill(text)
    await bodyField(page).focus()
    await press(page, 'Control+End')
    await page.keyboard.insertText(' 여기요')
    await expect.poll(outOfSight).toBe(0)
  }
})

test('Ctrl+P prints the whole note and none of the editor @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await titleField(page).fill('인쇄할 글')
  await bodyField(page).fill(`**굵게**\n\n${'긴 문단이에요.\n\n'.repeat(80)}마지막 줄`)
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

test('another topic can be chosen for a new note and for a saved one @long', async ({ site, openAs }) => {
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
  await saveWithTitle(page, '봄에 읽은 것')
  // A saved note moves at once.
  await page.getByRole('button', { name: '주제: 읽은 책' }).click()
  await expect(page.getByLabel(ko['topics.filter'])).toBeFocused()
  await page.keyboard.insertText('회의')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: '주제: 회의록' })).toBeVisible()
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page.getByRole('heading', { level: 1, name: '회의록' })).toBeVisible()
  await expect(page.getByRole('link', { name: '봄에 읽은 것' })).toBeVisible()
})

test('a click on the save button keeps the caret in the text @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).fill('회의')
  await bodyField(page).fill('앞뒤')
  await bodyField(page).press('ArrowLeft')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.keyboard.press('Space')
  await expect(bodyField(page)).toHaveValue('앞 뒤')
})

test('keeps the caret in the text when a click closes a dialog or a toast', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await bodyField(page).fill('처음 끝')
  const caretAt = (offset: number) =>
    bodyField(page).evaluate((field: HTMLTextAreaElement, at) => {
      field.focus()
      field.setSelectionRange(at, at)
    }, offset)

  await caretAt(2)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: ko['search.name'] })).toBeVisible()
  await page.mouse.click(5, 850)
  await page.keyboard.press('a')
  await expect(bodyField(page)).toHaveValue('처음a 끝')

  await caretAt(3)
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], '글.exe'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await page.locator('.toast').getByRole('button', { name: ko['common.close'] }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(bodyField(page)).toHaveValue('처음ab 끝')
})
