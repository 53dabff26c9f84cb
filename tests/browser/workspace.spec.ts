import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { deleteNote, pinNote, postNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'
import { newTopic, titleField } from './editor.ts'
import { DESKTOP, expect, firstInShort, test } from './fixtures.ts'
import { newHub, setEnglish, topicRow } from './steps.ts'

const LONG = `# 하나\n\n${'한 문단이에요. '.repeat(80)}\n\n# 둘\n\n${'두 문단이에요. '.repeat(80)}\n\n# 셋\n\n${'세 문단이에요. '.repeat(160)}`

/** Creates a topic with `count` numbered notes. */
async function fillTopic(author: TestUser, count: number) {
  const topicNo = await newTopic(author, '이사 준비')
  const noteNos: number[] = []
  for (let place = 1; place <= count; place += 1) {
    const note = { topicNo, title: `${place}번 노트`, text: encodeText(LONG) }
    noteNos.push((await author.call(postNote, note)).noteNo)
  }
  return { topicNo, noteNos }
}

const notesColumn = (page: Page) => page.getByRole('navigation', { name: ko['notes.ofTopic'] })
const pageIndexes = (page: Page) => page.getByRole('navigation', { name: ko['page.label'] })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('topics, notes and a note are side by side, once each', async ({ site, openAs }) => {
  const author = await newUser(site.url, '나란한이')
  await author.call(createTopic, { title: '제품 회의록' })
  await fillTopic(author, 12)
  const page = await openAs(author, DESKTOP, paths.topics)

  await expect(heading(page, ko['topics.title'])).toBeVisible()
  await expect(page.getByRole('link', { name: ko['topics.viewNotes'] })).toHaveCount(2)
  await expect(notesColumn(page).getByRole('link', { name: '12번 노트' })).toBeVisible()

  await topicRow(page, '이사 준비').click()
  await expect(heading(page, '이사 준비')).toBeFocused()
  for (const name of [ko['notes.topicList'], ko['notes.write']])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1)
  await expect(pageIndexes(page)).toHaveCount(1)
  await expect(notesColumn(page).getByText('이사 준비')).toHaveCount(1)

  await page.getByRole('link', { name: '12번 노트' }).click()
  await expect(heading(page, '12번 노트')).toBeFocused()
  await expect(page.getByText('12번 노트')).toHaveCount(1)
  await expect(page.getByText(/한 문단이에요/)).toHaveCount(9)
  await expect(page.locator('.note-bar')).toHaveCount(1)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('contentinfo')).toBeInViewport()

  await page.getByRole('button', { name: ko['notes.toList'] }).click()
  await expect(page).toHaveURL(/\/notelist\?topic=\d+$/)

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

  await test.step('another note starts at its top, and the list does not scroll', async () => {
    await page.locator('.workspace__note').evaluate(pane => pane.scrollTo(0, 500))
    await row('7번 노트').click()
    await expect(heading(page, '7번 노트')).toBeFocused()
    await expect(heading(page, '7번 노트')).toBeInViewport()
    expect(await scrolled()).toBe(place)
    await expect(row('7번 노트')).toHaveAttribute('aria-current', 'page')
  })
  await test.step('the list changes its page while the note stays open', async () => {
    await notesColumn(page).getByRole('button', { name: /2쪽/ }).click()
    await expect(row('1번 노트')).toBeVisible()
    await expect(heading(page, '7번 노트')).toBeVisible()
    await row('1번 노트').click()
    await expect(heading(page, '1번 노트')).toBeFocused()
  })
  await test.step('going back focuses the row from which the user left the list, however many notes they read', async () => {
    await page.getByRole('button', { name: ko['notes.toList'] }).click()
    await expect(heading(page, '이사 준비')).toBeVisible()
    await expect(row('6번 노트')).toBeFocused()
  })
})

/** The position and size of what the first two columns show. */
const columnBoxes = (page: Page) =>
  page.evaluate(() =>
    [
      '.topic-column__name',
      '.topic-row__title',
      '.topic-row__count',
      '.new-topic-opener',
      '.topics__footer',
      '.workspace__notes',
      '.note-list .screen-title',
      '.note-list__actions .button',
      '.note-list__count',
      '.choice-select',
      '.note-row',
      '.note-row__title',
      '.note-row__time',
      '.note-list .page-index__page',
      '.note__header .screen-title',
    ].flatMap(selector =>
      [...document.querySelectorAll(selector)].map(element => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [selector, x, y, width, height].join(' ')
      }),
    ),
  )

for (const [width, form] of firstInShort(DESKTOP, 1024))
  test(`the first two columns are the same on the three routes (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '나란한이')
    await author.call(createTopic, { title: '제품 회의록' })
    const { topicNo, noteNos } = await fillTopic(author, 10)
    const page = await openAs(author, width, paths.topics)
    const shown = page.locator('.note__header .screen-title')
    await expect(shown).toHaveText('10번 노트')
    const boxes = await columnBoxes(page)
    expect(boxes.length).toBeGreaterThan(40)
    await expect(page).toHaveTitle(new RegExp(ko['topics.title']))

    await topicRow(page, '이사 준비').click()
    await expect(heading(page, '이사 준비')).toBeFocused()
    await expect(shown).toHaveText('10번 노트')
    await expect(page).toHaveURL(new RegExp(`topic=${topicNo}$`))
    await page.mouse.move(width - 10, 400)
    expect(await columnBoxes(page)).toEqual(boxes)

    await page.getByRole('link', { name: '10번 노트', exact: true }).click()
    await expect(heading(page, '10번 노트')).toBeFocused()
    await page.mouse.move(width - 10, 400)
    expect(await columnBoxes(page)).toEqual(boxes)

    await test.step('the note that was open stays beside the list, and a deleted one is replaced', async () => {
      await page.getByRole('link', { name: '9번 노트', exact: true }).click()
      await expect(heading(page, '9번 노트')).toBeFocused()
      await page.goBack()
      await expect(heading(page, '이사 준비')).toBeVisible()
      await expect(shown).toHaveText('9번 노트')
      // Rows do not move under a pointer, nor next to the focus, which is on a row again.
      await page.mouse.move(width - 10, 400)
      await expect(page.getByRole('link', { name: '10번 노트', exact: true })).toBeFocused()
      await author.call(deleteNote, { noteNo: noteNos[8] ?? 0 })
      await expect(page.getByText(ko['notes.gone'])).toBeVisible()
      await page.locator('.topic-column__name').focus()
      await expect(shown).toHaveText('10번 노트')
    })
    await test.step('a newer note from another device does not replace the one that is read', async () => {
      await author.call(postNote, { topicNo, title: '새 노트', text: '' })
      await expect(page.getByRole('link', { name: '새 노트', exact: true })).toBeVisible()
      await expect(shown).toHaveText('10번 노트')
    })
  })

test('the outline is beside the note where there is space @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '차례왕')
  const { topicNo, noteNos } = await fillTopic(author, 1)
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
  // A narrower window shows the note alone.
  await page.setViewportSize({ width: 1023, height: 900 })
  await expect(notesColumn(page)).toHaveCount(0)
  await expect(heading(page, '1번 노트')).toBeVisible()

  await test.step('loading topics show a placeholder beside the notes', async () => {
    await page.setViewportSize({ width: DESKTOP, height: 900 })
    await page.route('**/api/topic/gettopics*', () => undefined)
    await page.goto(paths.notes(topicNo))
    const skeleton = page.getByRole('navigation', { name: ko['notes.topicList'] }).locator('.skeleton')
    await expect(skeleton).toHaveCSS('opacity', '1')
    await expect(skeleton).toBeVisible()
  })
})

test('a heading clicked before it is rendered is scrolled to @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '성급한이')
  const topicNo = await newTopic(author, '준비물')
  const text = encodeText(`# 하나\n\n# 둘\n\n${'- 항목\n'.repeat(700)}\n# 셋`)
  const note = { topicNo, title: '긴 목록', text }
  const { noteNo } = await author.call(postNote, note)
  const page = await openAs(author, DESKTOP, paths.note(noteNo), opened =>
    opened.addInitScript(() =>
      new MutationObserver((_changes, observer) => {
        const link = document.querySelector<HTMLElement>('.outline-sidebar [href="#h-셋"]')
        if (link === null || document.querySelector('.md[aria-busy]') === null) return
        observer.disconnect()
        sessionStorage.setItem('pressed', String(document.getElementById('h-셋') === null))
        link.click()
      }).observe(document, { childList: true, subtree: true }),
    ),
  )
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('pressed'))).toBe('true')
  await expect(page.getByRole('heading', { name: '셋' })).toBeFocused()
})

test('the meta line of a row is cut only by an ellipsis, in English too @long', async ({ site, openAs }) => {
  const [author, , hubNo] = await newHub(site, '긴줄', '친구')
  const noteNo = await shareNewNote(author, hubNo)
  await author.call(pinNote, { noteNo, isPinned: true })
  const page = await openAs(author, DESKTOP, paths.note(noteNo), setEnglish)
  const facts = page.locator('.note-meta')
  await expect(page.locator('.note-row')).toContainText(en['notes.pinnedMark'])
  expect(await facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the title of a new topic stays, and a first note is invited @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '이름짓기')
  const page = await openAs(author, 1200, paths.topics)
  const field = page.getByLabel(ko['topics.newTopic'])
  await field.fill('읽은 책')
  await page.setViewportSize({ width: 1023, height: 900 })
  await expect(page.locator('.workspace')).toHaveCount(0)
  await expect(field).toHaveValue('읽은 책')

  await test.step('a user without notes is invited to write the first one, and then to choose a note', async () => {
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.getByRole('main').getByRole('link', { name: ko['home.firstNote'] }).click()
    await titleField(page).fill('첫 노트')
    await page.getByRole('button', { name: ko['notes.saveAndExit'], exact: true }).click()
    await expect(page.getByRole('heading', { name: '첫 노트' })).toBeVisible()
    await expect(page.getByText(ko['notes.workspaceFirst'])).toBeHidden()
  })
})

test('the device stores the sort order, with pinned notes on top @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '고정왕')
  const { topicNo, noteNos } = await fillTopic(author, 3)
  await author.call(postNote, { topicNo, title: '가나다', text: '' })
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
  await author.call(pinNote, { noteNo: noteNos[1] ?? 0, isPinned: false })
  await page.reload()
  await expect.poll(titles).toEqual(['가나다', '3번 노트', '2번 노트', '1번 노트'])
  await expect(order).toHaveValue('created')
})
