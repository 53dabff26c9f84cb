import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTES_PER_PAGE, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { bodyField, changeOnOtherDevice, fetchNoteText, newTopic } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

const WIDE = 1440
const PARAGRAPHS = '한 문단이에요.\n\n'.repeat(30)
const HEADINGS = `머리말[^1]

# 집에 대하여

${PARAGRAPHS}## 이삿날

${PARAGRAPHS}## 이삿날

${PARAGRAPHS}[^1]: 각주예요.
`

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const outline = (page: Page) => page.getByRole('navigation', { name: ko['notes.outline'] })

test('a long note has an outline, and each heading an address', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const noteNo = await writeNote(author, '이사', HEADINGS)
  const page = await openAs(author, WIDE, paths.note(noteNo))

  await test.step('the title is larger than any heading, and a line holds 40 Hangul syllables', async () => {
    await expect(heading(page, '집에 대하여')).toBeVisible()
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll('article :is(h1, h2)')].map(({ tagName }) => {
        const { fontSize } = getComputedStyle(document.querySelector(`article ${tagName}`) ?? document.body)
        return Number.parseFloat(fontSize)
      }),
    )
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0)
    const measure = await page.locator('.md').evaluate(text => text.getBoundingClientRect().width)
    expect(measure).toBeGreaterThan(640)
    expect(measure).toBeLessThan(720)
  })
  await test.step('the outline scrolls to headings and marks the current one', async () => {
    await expect(outline(page).getByRole('link')).toHaveText(['집에 대하여', '이삿날', '이삿날'])
    await outline(page).getByRole('link').last().click()
    await expect(page).toHaveURL(/#h-.*-2$/)
    await expect(heading(page, '이삿날').last()).toBeFocused()
    await expect(heading(page, '이삿날').last()).toBeInViewport()
    await expect(heading(page, '이삿날').first()).not.toBeInViewport()
    await expect(outline(page).locator('[aria-current]')).toHaveText(['이삿날'])
    await expectAccessible(page)
  })
  await test.step("a heading's link can be copied and opens there, also within the app", async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await heading(page, '이삿날').first().hover()
    await heading(page, '이삿날').first().getByRole('link').click()
    await expect(page.getByText(ko['markdown.linkCopied'])).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(decodeURIComponent(link)).toMatch(/\/note\?no=\d+#h-이삿날$/)

    await page.goto('/home')
    await page.goto(link)
    await expect(heading(page, '이삿날').first()).toBeInViewport()
    await expect(heading(page, '집에 대하여')).not.toBeInViewport()
  })
  await test.step('footnote links do not change the URL', async () => {
    const address = page.url()
    await page.getByRole('link', { name: '각주 1', exact: true }).click()
    await expect(page.getByText('각주예요.')).toBeInViewport()
    await page.getByRole('link', { name: '1번 각주가 달린 곳으로' }).click()
    await expect(page.getByText('머리말')).toBeInViewport()
    expect(page.url()).toBe(address)
  })
})

test('links lead to headings and to other notes inside the app @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const otherNo = await writeNote(author, '다른 노트', '여기예요.')
  const text = `[설치로](#설치-1) [다른 노트로](/note?no=${otherNo}) [없는 곳](#없음)\n\n# 설치\n${'\n글\n'.repeat(60)}\n# 설치\n\n끝`
  const page = await openAs(author, WIDE, paths.note(await writeNote(author, '안내', text)))
  await expect(page.getByText('[없는 곳](#없음)')).toBeVisible()
  const link = page.getByRole('link', { name: '설치로' })
  await link.click()
  await expect(heading(page, '설치').last()).toBeFocused()
  await expect(heading(page, '설치').last()).toBeInViewport()
  await expect(page).toHaveURL(/#h-.*-2$/)
  await page.goBack()
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('link', { name: '다른 노트로' }).click()
  await expect(page.getByText('여기예요.')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await test.step('a long heading is clamped to two lines in the outline', async () => {
    const long = `## ${'이삿날에 챙길 것과 두고 갈 것 '.repeat(4)}\n\n${PARAGRAPHS}`
    await page.goto(paths.note(await writeNote(author, '이사', HEADINGS + long)))
    const words = outline(page).getByText('챙길 것과')
    await expect(words).toBeVisible()
    const clamp = await words.evaluate(element => {
      const { lineHeight, webkitLineClamp } = getComputedStyle(element)
      return { lines: element.clientHeight / Number.parseFloat(lineHeight), webkitLineClamp }
    })
    expect(clamp).toEqual({ lines: 2, webkitLineClamp: '2' })
  })
})

test('on a phone the outline is a popover, and wide content fades @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const row = (cell: string) => `|${` ${cell} |`.repeat(10)}\n`
  const rows = row('둘이 나눈 물건').repeat(20)
  const table = `${row('넓은 칸')}${row('---')}${rows}\n|좁은|칸|\n|---|---|\n\n`
  const text = `${table}\`\`\`\n옮길 코드\n\`\`\`\n\n${HEADINGS}`
  const page = await openAs(author, PHONE, paths.note(await writeNote(author, '이사', text)))

  await test.step('the outline', async () => {
    await expect(outline(page)).toHaveCount(0)
    await page.getByRole('button', { name: ko['notes.outline'] }).click()
    await outline(page).getByRole('link').last().click()
    await expect(outline(page)).toHaveCount(0)
    await expect(heading(page, '이삿날').last()).toBeInViewport()
  })
  await test.step('the faded edges', async () => {
    const [wide, narrow] = [page.locator('.md-table').first(), page.locator('.md-table').last()]
    await expect(wide).toHaveCSS('mask-image', /linear-gradient/)
    await expect(narrow).toHaveCSS('mask-image', 'none')
    const fades = () =>
      wide.evaluate(box => {
        const style = getComputedStyle(box)
        return ['--md-fade-start', '--md-fade-end'].map(name =>
          Number.parseFloat(style.getPropertyValue(name)),
        )
      })
    expect(await fades()).toEqual([0, 32])
    await wide.evaluate(box => box.scrollTo(box.scrollWidth, 0))
    await expect.poll(fades).toEqual([32, 0])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE)
  })
  await test.step('the cells of a wide table have room, and a lower window keeps its place', async () => {
    const wide = page.locator('.md-table').first()
    const lines = await wide
      .locator('td')
      .first()
      .evaluate(cell => {
        const { lineHeight, paddingBlockStart } = getComputedStyle(cell)
        return (cell.clientHeight - 2 * Number.parseFloat(paddingBlockStart)) / Number.parseFloat(lineHeight)
      })
    expect(Math.round(lines)).toBe(1)
    await wide.evaluate(box => box.scrollTo(200, 300))
    const height = await wide.evaluate(box => box.clientHeight)
    await page.setViewportSize({ width: PHONE, height: 600 })
    await expect.poll(() => wide.evaluate(box => box.clientHeight)).toBeLessThan(height)
    expect(await wide.evaluate(box => [box.scrollLeft, box.scrollTop])).toEqual([200, 300])
  })
  await test.step('a code block is copied as written', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: ko['markdown.copyCode'] }).click()
    await expect(page.getByText(ko['markdown.codeCopied'])).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('옮길 코드\n')
  })
  await test.step('in print a table keeps its corners', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.md-table').first()).toHaveCSS('border-radius', '0px')
    await expect(page.locator('.md-table').first()).toHaveCSS('mask-image', 'none')
    await expect(page.getByRole('button')).toHaveCount(0)
  })
})

test('a note links to the previous and next notes of its topic @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const topicNo = await newTopic(author, '일기')
  for (let day = 1; day <= NOTES_PER_PAGE + 1; day += 1)
    await author.call(postNote, { topicNo, title: `${day}일`, text: encodeText('쓴 것') })

  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await page.getByRole('link', { name: '3일' }).click()
  const adjacentLinks = page.getByRole('navigation', { name: ko['notes.neighbours'] }).getByRole('link')
  await expect(adjacentLinks).toHaveText(['앞 노트4일', '다음 노트2일'])
  await adjacentLinks.last().click()
  await expect(page.getByRole('heading', { level: 1, name: '2일' })).toBeFocused()
  // The last one of its page: the next note is on the next page.
  await expect(adjacentLinks).toHaveText(['앞 노트3일', '다음 노트1일'])
  await adjacentLinks.last().click()
  await expect(page.getByRole('heading', { level: 1, name: '1일' })).toBeVisible()
  await expect(adjacentLinks).toHaveText(['앞 노트2일'])
  await page.getByRole('button', { name: ko['notes.toList'] }).click()
  await expect(page).toHaveURL(/\/notelist\?topic=\d+$/)
})

test('in a room a note links to the previous and next shared notes, live', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  for (let number = 1; number <= SHARED_NOTES_PER_PAGE + 1; number += 1)
    await shareNewNote(author, hubNo, `노트 ${number}`)

  const page = await openAs(reader, DESKTOP, paths.discussion(hubNo))
  const adjacentLinks = page.getByRole('navigation', { name: ko['discussion.neighbours'] }).getByRole('link')
  // The notice is above all notes, once the unread count is loaded.
  await expect(page.getByText(formatText(ko, 'discussion.unreadOlder', { count: 1 }))).toBeVisible()
  await page.getByRole('link', { name: '노트 3', exact: true }).click()
  await expect(adjacentLinks).toHaveText(['앞 노트노트 2', '다음 노트노트 4'])
  await adjacentLinks.first().click()
  await expect(page.getByRole('heading', { level: 1, name: '노트 2' })).toBeFocused()
  // The first one of its page: the previous note is on the next page.
  await expect(adjacentLinks).toHaveText(['앞 노트노트 1', '다음 노트노트 3'])
  await page.locator('.note-bar__back').click()
  await expect(page).toHaveURL(paths.discussion(hubNo))

  await page.getByRole('link', { name: '노트 10', exact: true }).click()
  await expect(adjacentLinks).toHaveText(['앞 노트노트 9'])
  const newest = await shareNewNote(author, hubNo, '새로 온 노트')
  await expect(adjacentLinks).toHaveText(['앞 노트노트 9', '다음 노트새로 온 노트'])
  await adjacentLinks.last().click()
  await expect(adjacentLinks).toHaveText(['앞 노트노트 10'])
  await adjacentLinks.click()
  // The room itself has not shown the new note yet.
  await expect(adjacentLinks).toHaveText(['앞 노트노트 9', '다음 노트새로 온 노트'])
  await author.call(unshareNote, { noteNo: newest, hubNo })
  await expect(adjacentLinks).toHaveText(['앞 노트노트 9'])

  const ownNoteNo = await shareNewNote(reader, hubNo, '내 노트')
  await page.goto(paths.noteInHub(ownNoteNo, hubNo))
  await expect(adjacentLinks).toHaveText(['앞 노트노트 10'])
  await reader.call(disjoin, { targetHubNo: hubNo })
  await expect(adjacentLinks).toHaveCount(0)
})

test('the author toggles tasks while reading; other readers cannot', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '할 일', '- [ ] 가\n- [ ] 나\n- [x] 다')
  await author.call(shareNote, { hubNo, noteNo })
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const task = (name: string) => page.getByRole('checkbox', { name })
  const update = '**/api/note/update'

  await test.step('two quick toggles are both saved', async () => {
    const open = await delayRequests(page, update)
    await task('가').check()
    await task('나').check()
    await expect(task('나')).toBeFocused()
    open()
    await expect.poll(() => fetchNoteText(page)).toBe('- [x] 가\n- [x] 나\n- [x] 다')
    await page.unroute(update)
  })
  await test.step('a toggle that fails is reverted, with a message', async () => {
    await page.route(update, route => route.abort())
    await task('다').click()
    await expect(page.getByText(ko['notes.tickFailed'])).toBeVisible()
    await expect(task('다')).toBeChecked()
    await page.unroute(update)
  })
  await test.step('another reader sees it, and cannot toggle tasks', async () => {
    const phone = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
    await expect(phone.getByRole('checkbox', { name: '가' })).toBeChecked()
    await expect(phone.getByRole('checkbox', { name: '나' })).toBeDisabled()
    await task('나').uncheck()
    await expect(phone.getByText(ko['notes.changed'])).toBeVisible()
  })
})

test('the header of a table stays below the bars while its note scrolls', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const table = `| 이름 | 값 |\n| --- | --- |\n${'| 하나 | 둘 |\n'.repeat(60)}`
  const noteNo = await writeNote(author, '표', `${HEADINGS}\n\n${table}\n\n${PARAGRAPHS}`)
  const page = await openAs(author, WIDE, paths.note(noteNo))
  const header = page.getByRole('columnheader', { name: '이름' })
  for (const width of [WIDE, 1024, PHONE]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('cell', { name: '하나' }).nth(40).scrollIntoViewIfNeeded()
    await expect
      .poll(() =>
        header.evaluate(cell => {
          const { left, top, width, height } = cell.getBoundingClientRect()
          return (
            document.elementFromPoint(left + width / 2, top + height - 4) === cell &&
            document.elementFromPoint(left + width / 2, top + 4) === cell
          )
        }),
      )
      .toBe(true)
  }
})

test('the message that a note was changed is above the bar of its outline', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '이사', HEADINGS)
  await author.call(shareNote, { hubNo, noteNo })
  const desktop = await openAs(author, DESKTOP, paths.note(noteNo))
  const page = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  const show = page.getByRole('button', { name: ko['notes.showChanged'] })
  await expect(page.getByRole('button', { name: ko['notes.outline'] })).toBeVisible()
  await changeOnOtherDevice(desktop, '이사', `${HEADINGS}\n\n끝.`)
  await expect(show).toBeVisible()
  for (const width of [PHONE, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await heading(page, '이삿날').last().scrollIntoViewIfNeeded()
    // The bars of a phone return.
    await page.mouse.move(width / 3, 400)
    await page.mouse.wheel(0, -200)
    await expect
      .poll(() =>
        show.evaluate(button => {
          const { left, top, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        }),
      )
      .toBe(true)
  }
})

test('only the device that has unsaved text says that it is there', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const noteNo = await writeNote(author, '장보기', '두부')
  const phone = await openAs(author, PHONE, paths.note(noteNo))
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await bodyField(page).fill('두부, 콩나물')
  await expect(phone.getByText(ko['notes.waitingElsewhere'])).toBeVisible()
  await page.goto(paths.note(noteNo))
  await expect(page.getByText(ko['notes.waitingHere'])).toBeVisible()
})
