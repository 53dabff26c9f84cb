import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { pinNote, postNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { DESKTOP, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { inEnglish } from './steps.ts'

const LONG = `# 하나\n\n${'한 문단이에요. '.repeat(80)}\n\n# 둘\n\n${'두 문단이에요. '.repeat(80)}\n\n# 셋\n\n${'세 문단이에요. '.repeat(160)}`

/** A topic with so many notes, named by their numbers. */
async function fillTopic(author: Person, count: number) {
  const { subjects } = await author.does(createTopic, { title: '이사 준비' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const noteNos: number[] = []
  for (let place = 1; place <= count; place += 1) {
    const note = { topicNo, title: `${place}번 노트`, text: encodeText(LONG) }
    noteNos.push((await author.does(postNote, note)).noteNo)
  }
  return { topicNo, noteNos }
}

const columnOf = (page: Page) => page.getByRole('navigation', { name: ko['notes.ofTopic'] })
const pageIndexes = (page: Page) => page.getByRole('navigation', { name: ko['page.label'] })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('topics, notes and a note stand side by side, and each address has its own list and actions once', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '나란한이')
  await author.does(createTopic, { title: '제품 회의록' })
  await fillTopic(author, 11)
  const page = await openAs(author, DESKTOP, paths.topics)

  await expect(heading(page, ko['topics.title'])).toBeVisible()
  await expect(page.getByRole('link', { name: ko['topics.viewNotes'] })).toHaveCount(2)
  await expect(pageIndexes(page)).toHaveCount(0)
  await expect(columnOf(page).getByRole('link', { name: '11번 노트' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('listitem').filter({ hasText: '이사 준비' }).getByText(ko['topics.viewNotes']).click()
  await expect(heading(page, '이사 준비')).toBeFocused()
  for (const name of [ko['notes.topicList'], ko['notes.write']])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: ko['notes.deleteTopic'] })).toHaveCount(1)
  await expect(pageIndexes(page)).toHaveCount(1)
  await expect(page.getByRole('link', { name: ko['topics.viewNotes'] })).toHaveCount(0)
  await expect(page.getByText('이사 준비')).toHaveCount(1)
  await expectAccessible(page)

  await page.getByRole('link', { name: '11번 노트' }).click()
  await expect(heading(page, '11번 노트')).toBeFocused()
  await expect(page.getByText('11번 노트')).toHaveCount(1)
  await expect(page.getByText(/한 문단이에요/)).toHaveCount(9)
  await expect(pageIndexes(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: ko['common.delete'] })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('contentinfo')).toBeInViewport()

  await page.getByRole('button', { name: ko['notes.toList'] }).click()
  await expect(page).toHaveURL(/\/notelist\?topic=\d+$/)
})

test('who has written nothing yet is led to the first note, and chooses among notes after that @long', async ({
  site,
  openAs,
}) => {
  const page = await openAs(await newPerson(site.url), DESKTOP, paths.topics)
  await page.getByRole('link', { name: ko['home.firstNote'] }).click()
  await titleOf(page).fill('첫 노트')
  await page.getByRole('button', { name: ko['notes.saveAndExit'], exact: true }).click()
  await expect(page.getByText(ko['notes.workspaceInvitation'])).toBeVisible()
  await expect(page.getByText(ko['notes.workspaceFirst'])).toBeHidden()
})

test('that topics are on their way is seen beside the notes @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '기다리는이')
  const { topicNo } = await fillTopic(author, 1)
  const page = await openAs(author, DESKTOP, paths.notes(topicNo), unheard =>
    unheard.route('**/api/topic/gettopics*', () => undefined),
  )
  const waiting = page.getByRole('navigation', { name: ko['notes.topicList'] }).locator('.skeleton')
  await expect(waiting).toHaveCSS('opacity', '1')
  await expect(waiting).toBeVisible()
})

test('keys lead from row to row and into a note, and the list stays where it is from note to note', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쇠왕')
  const { topicNo } = await fillTopic(author, 12)
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await page.setViewportSize({ width: DESKTOP, height: 620 })
  const row = (title: string) => page.getByRole('link', { name: title, exact: true })
  const scrolled = () => page.locator('.note-list__scroller').evaluate(({ scrollTop }) => scrollTop)

  await row('12번 노트').focus()
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowDown')
  await expect(row('6번 노트')).toBeFocused()
  const place = await scrolled()
  expect(place).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(heading(page, '6번 노트')).toBeFocused()
  await expect.poll(scrolled).toBe(place)

  await test.step('another note begins at its top, and the list has not moved', async () => {
    await page.locator('.workspace__note').evaluate(pane => pane.scrollTo(0, 500))
    await row('7번 노트').click()
    await expect(heading(page, '7번 노트')).toBeFocused()
    await expect(heading(page, '7번 노트')).toBeInViewport()
    expect(await scrolled()).toBe(place)
    await expect(row('7번 노트')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('its pages are led through without leaving the note', async () => {
    await page.getByRole('button', { name: ko['notes.notesAfter'] }).click()
    await expect(row('1번 노트')).toBeVisible()
    await expect(heading(page, '7번 노트')).toBeVisible()
    await row('1번 노트').click()
    await expect(heading(page, '1번 노트')).toBeFocused()
  })

  await test.step('the way back leads to the row by which one left the list, however many were read', async () => {
    await page.getByRole('button', { name: ko['notes.toList'] }).click()
    await expect(heading(page, '이사 준비')).toBeVisible()
    await expect(row('6번 노트')).toBeFocused()
  })
})

test('the outline stands beside the note where the note has room for it @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '차례왕')
  const { noteNos } = await fillTopic(author, 1)
  const page = await openAs(author, DESKTOP, paths.note(noteNos[0] ?? 0))
  const outline = page.getByRole('navigation', { name: ko['notes.outline'] })
  await expect(outline.getByRole('link', { name: '셋' })).toBeInViewport()
  await outline.getByRole('link', { name: '셋' }).click()
  await expect(page.getByRole('heading', { name: '셋' })).toBeInViewport()
  await expect(outline.getByRole('link', { name: '셋' })).toHaveAttribute('aria-current', 'location')

  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(outline).toHaveCount(0)
  await page.getByRole('button', { name: ko['notes.outline'] }).click()
  await expect(outline.getByRole('link', { name: '둘' })).toBeVisible()
  // Narrower it is the screen that it was.
  await page.setViewportSize({ width: 1199, height: 900 })
  await expect(columnOf(page)).toHaveCount(0)
  await expect(heading(page, '1번 노트')).toBeVisible()
})

test('a heading that is pressed before the note is wholly drawn is led to once it is @long', async ({
  site,
  newPage,
}) => {
  const author = await newPerson(site.url, '성급한이')
  const { subjects } = await author.does(createTopic, { title: '준비물' })
  const text = encodeText(`# 하나\n\n# 둘\n\n${'- 항목\n'.repeat(700)}\n# 셋`)
  const note = { topicNo: subjects[0]?.subjectNo ?? 0, title: '긴 목록', text }
  const { noteNo } = await author.does(postNote, note)
  const page = await newPage(site.url, DESKTOP)
  await page.addInitScript(token => {
    sessionStorage.setItem('authToken', token)
    new MutationObserver((_changes, observer) => {
      const link = document.querySelector<HTMLElement>('.outline-beside [href="#h-셋"]')
      if (link === null || document.querySelector('.md[aria-busy]') === null) return
      observer.disconnect()
      sessionStorage.setItem('pressed', String(document.getElementById('h-셋') === null))
      link.click()
    }).observe(document, { childList: true, subtree: true })
  }, author.token)
  await page.goto(paths.note(noteNo))
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pressed'))).toBe('true')
  await expect(page.getByRole('heading', { name: '셋' })).toBeFocused()
})

test('what a row tells of its note is cut by an ellipsis alone, also in the longer language @long', async ({
  site,
  openAs,
}) => {
  const [author, friend] = [await newPerson(site.url, '긴줄'), await newPerson(site.url, '친구')]
  const noteNo = await shareNewNote(author, await makeHub(author, friend))
  await author.does(pinNote, { noteNo, isPinned: true })
  const page = await openAs(author, DESKTOP, paths.note(noteNo), inEnglish)
  const facts = page.locator('.note-facts')
  await expect(facts).toContainText(en['notes.pinnedMark'])
  expect(await facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the name of a new topic stays when the window is made narrower @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '이름짓기')
  const page = await openAs(author, 1200, paths.topics)
  const field = page.getByLabel(ko['topics.newTopic'])
  await field.fill('읽은 책')
  await page.setViewportSize({ width: 1199, height: 900 })
  await expect(page.locator('.workspace')).toHaveCount(0)
  await expect(field).toHaveValue('읽은 책')
})

test('notes are sorted as this person wants it on this device, the pinned ones above @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '고정왕')
  const { topicNo, noteNos } = await fillTopic(author, 3)
  await author.does(postNote, { topicNo, title: '가나다', text: '' })
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  const titles = () => page.locator('.note-row__title').allTextContents()
  const order = page.getByLabel(ko['notes.order'])
  await expect.poll(titles).toEqual(['가나다', '3번 노트', '2번 노트', '1번 노트'])

  await page.getByRole('button', { name: '‘2번 노트’ 더 보기' }).click()
  await page.getByRole('menuitem', { name: ko['notes.pin'] }).click()
  await expect.poll(titles).toEqual(['2번 노트', '가나다', '3번 노트', '1번 노트'])
  await order.selectOption(ko['notes.orderTitle'])
  await expect.poll(titles).toEqual(['2번 노트', '1번 노트', '3번 노트', '가나다'])
  await page.reload()
  await expect.poll(titles).toEqual(['2번 노트', '1번 노트', '3번 노트', '가나다'])
  await order.selectOption(ko['notes.orderCreated'])
  await author.does(pinNote, { noteNo: noteNos[1] ?? 0, isPinned: false })
  await page.reload()
  await expect.poll(titles).toEqual(['가나다', '3번 노트', '2번 노트', '1번 노트'])
  await expect(order).toHaveValue('created')
})
