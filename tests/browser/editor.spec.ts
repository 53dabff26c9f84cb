import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import {
  bodyField,
  fetchNoteText,
  newNotePath,
  newTopic,
  openNewNote,
  save,
  savedMessage,
  saveWithTitle,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'

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

test('the current line is in view at every window size @long', async ({ site, openAs }) => {
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

test('text written on a deleted note becomes a new note', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const noteNo = await writeNote(author, '이것도')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await test.step('from the lists, with a mark', async () => {
    await bodyField(page).fill('다른 남아야 할 글')
    await expect.poll(() => storedTexts(page)).toEqual(['다른 남아야 할 글'])
    await page.goto(paths.topics)
    await author.call(deleteNote, { noteNo })
    await page.getByRole('region', { name: ko['notes.drafts'] }).getByRole('link', { name: '이것도' }).click()
    await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
    await expect(bodyField(page)).toHaveValue('다른 남아야 할 글')
    await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
    await expect(savedMessage(page)).toBeVisible()
    await expect(bodyField(page)).toHaveValue('다른 남아야 할 글')
    await expect(bodyField(page)).toBeFocused()
    await page.keyboard.type(', 이어서')
    await expect(bodyField(page)).toHaveValue('다른 남아야 할 글, 이어서')
    await save(page)
    await expect.poll(() => fetchNoteText(page)).toBe('다른 남아야 할 글, 이어서')
    await page.goto(paths.topics)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: ko['notes.drafts'] })).toHaveCount(0)
  })
  await test.step('without storage on the device the text stays', async () => {
    const fullNo = await writeNote(author, '자리가 없는 노트')
    await page.goto(paths.updateNote(fullNo))
    await bodyField(page).fill('한 번만 담긴 글')
    await expect.poll(() => storedTexts(page)).toEqual(['한 번만 담긴 글'])
    await page.goto(paths.topics)
    await author.call(deleteNote, { noteNo: fullNo })
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('no room', 'QuotaExceededError')
      }
    })
    const drafts = page.getByRole('region', { name: ko['notes.drafts'] })
    await drafts.getByRole('link', { name: '자리가 없는 노트' }).click()
    await expect(bodyField(page)).toHaveValue('한 번만 담긴 글')
    await page.reload()
    await expect(bodyField(page)).toHaveValue('한 번만 담긴 글')
  })
  await test.step('a deleted note without a draft links to the topics', async () => {
    await page.goto('/note/create?topic=999999')
    await expect(page.getByText(ko['topics.gone'])).toBeVisible()
    await expect(titleField(page)).toHaveCount(0)
    await page.goto(paths.updateNote(noteNo))
    await expect(page.getByText(ko['notes.gone'])).toBeVisible()
    await expect(page.getByRole('button', { name: ko['common.retry'] })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: ko['notes.topicList'] }).click()
    await expect(page).toHaveURL(/topics/)
  })
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

test('the preview shows the end of a tall block while it is edited @long', async ({ site, openAs }) => {
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
  const author = await newUser(site.url, '글쓴이')
  await newTopic(author, '읽은 책')
  const page = await openAs(author, DESKTOP, await newNotePath(author))
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

test('a new note starts at its title and shows its save status', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  const url = page.url()
  const list = url.replace('/note/create', '/notelist')
  await page.goto(list)
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleField(page)).toBeFocused()

  await test.step('auto-save without a title', async () => {
    await page.getByRole('switch', { name: ko['notes.autosave'] }).check()
    await bodyField(page).fill('---')
    await expect(page.getByText(ko['notes.saveStatusNoTitle'])).toBeVisible()
    await bodyField(page).fill('회의에서 나온 말')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  })
  await test.step('Enter moves to the body, and the status shows unsaved changes', async () => {
    await titleField(page).focus()
    await page.keyboard.insertText('첫 회의')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    await press(page, 'Enter')
    await expect(bodyField(page)).toBeFocused()
    await expect(titleField(page)).toHaveValue('첫 회의')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toHaveCount(0)
  })
  await test.step('a text that is too long shows an error in view', async () => {
    await bodyField(page).fill('가나다라 마바사\n'.repeat(600))
    await expect(page.getByText(ko['notes.bodyLength'])).toBeInViewport()
    await bodyField(page).fill('짧게')
  })
  await test.step('auto-save stays on', async () => {
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('switch', { name: ko['notes.autosave'] })).toBeChecked()
  })
  await test.step('Back does not return to the editor', async () => {
    await press(page, 'Control+Enter')
    await expect(page).toHaveURL(list)
    await page.goBack()
    await expect(titleField(page)).toHaveCount(0)
  })
  await test.step('a title contains no line break, and Enter of an input method moves to the body too', async () => {
    const type = (command: string, text: string) =>
      page.evaluate(([how, what]) => document.execCommand(how, false, what), [command, text] as const)
    await page.goto(url)
    await titleField(page).fill('회의록')
    await type('insertText', '\n')
    await expect(titleField(page)).toHaveValue('회의록')
    await type('insertLineBreak', '')
    await expect(titleField(page)).toHaveValue('회의록')
    await expect(bodyField(page)).toBeFocused()
  })
})
