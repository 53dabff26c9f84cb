import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { textsOf, writeSeries } from '#tests/support/series.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { dispatchTransfer } from './dataTransfer.ts'
import { bodyField, newNotePath, openNewNote, save, savedMessage, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'
import { chooseNoteAction, newHub } from './steps.ts'

/** Series: texts longer than a note, written in parts and read as one. */

const paragraph = (word: string) => `${`${word} `.repeat(330).trim()}\n\n`
/** Its last 40 percent have one heading. */
const START = `# 봄\n\n${paragraph('가지')}${paragraph('나무')}${paragraph('다리')}${paragraph('라면')}`
const END = `# 여름\n\n${'마당 '.repeat(250).trim()}`

const offer = (page: Page) => page.getByRole('button', { name: ko['series.continue'] })
const place = (page: Page) => page.getByRole('navigation', { name: ko['series.name'] })
const placeText = (index: number, count: number) => formatText(ko, 'series.place', { index, count })
const heading = (page: Page, name: string) =>
  page.getByRole('article').getByRole('heading', { name, exact: true })
const noteNoOf = (page: Page) => Number(new URL(page.url()).searchParams.get('no'))
const caretOf = (page: Page) =>
  bodyField(page).evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.value.length])

test('a long text goes on in the next part, and both are read as one', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const page = await openAs(author, DESKTOP, await newNotePath(author))
  await titleField(page).fill('사계절')
  await bodyField(page).fill(START)
  await expect(offer(page)).toBeHidden()

  await test.step('the offer appears before the limit, and moves the last section', async () => {
    await bodyField(page).fill(START + END)
    await offer(page).click()
    await expect(place(page)).toContainText(placeText(2, 2))
    await expect(bodyField(page)).toHaveValue(END)
    await expect(bodyField(page)).toBeFocused()
    expect(await caretOf(page)).toEqual([END.length, END.length])
    await expect(titleField(page)).not.toBeEditable()
    await expectAccessible(page)
  })
  const partNo = noteNoOf(page)

  await test.step('writing goes on there, and the part before has the beginning', async () => {
    await page.keyboard.type('\n\n# 가을\n\n- [ ] 낙엽 쓸기')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    expect(await textsOf(author, partNo)).toEqual([START, `${END}\n\n# 가을\n\n- [ ] 낙엽 쓸기`])
    await place(page).getByRole('button', { name: ko['series.before'] }).click()
    await expect(place(page)).toContainText(placeText(1, 2))
    await expect(bodyField(page)).toHaveValue(START)
    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue(START)
  })
  const headNo = noteNoOf(page)

  await test.step('the address of the part leads to the whole text, at the part', async () => {
    await page.goto(paths.note(partNo))
    await expect(page).toHaveURL(new RegExp(`no=${headNo}$`))
    await expect(heading(page, '여름')).toBeInViewport()
    await expect(heading(page, '봄')).not.toBeInViewport()
    const outline = page.getByRole('navigation', { name: ko['notes.outline'] })
    await expect(outline.getByRole('link')).toHaveText(['봄', '여름', '가을'])
    await expect(page.getByText(formatText(ko, 'series.partCount', { count: 2 }))).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a task is toggled in its part', async () => {
    await page.getByRole('checkbox', { name: '낙엽 쓸기' }).click()
    await expect.poll(() => textsOf(author, headNo)).toEqual([START, `${END}\n\n# 가을\n\n- [x] 낙엽 쓸기`])
  })
  await test.step('the editor opens the part that is being read', async () => {
    await page.goto(paths.note(headNo))
    await expect(heading(page, '봄')).toBeInViewport()
    const edit = page.getByRole('link', { name: ko['notes.continueWriting'] })
    await edit.click()
    await expect(place(page)).toContainText(placeText(1, 2))
    await page.goBack()
    await page.getByRole('navigation', { name: ko['notes.outline'] }).getByText('여름').click()
    await expect(heading(page, '여름')).toBeInViewport()
    await expect(edit).toBeInViewport()
    await edit.click()
    await expect(place(page)).toContainText(placeText(2, 2))
  })
  await test.step('a search opens the whole text at what it has found', async () => {
    await page.goto(paths.found(paths.note(headNo), '낙엽'))
    await expect(heading(page, '가을')).toBeInViewport()
  })
  await test.step('the whole text is printed', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(heading(page, '봄')).toBeVisible()
    await expect(heading(page, '가을')).toBeVisible()
  })
})

test('nothing is lost if the page is closed while a text goes on in the next part @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url)
  const page = await openAs(author, DESKTOP, await newNotePath(author))
  await titleField(page).fill('사계절')
  await bodyField(page).fill(START + END)
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  const headNo = noteNoOf(page)
  let requestCount = 0
  await page.route('**/api/note/continue', async route => {
    // The server has made the part, and its reply is lost.
    await route.fetch()
    await route.abort()
    requestCount += 1
  })
  await offer(page).click()
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  await page.unroute('**/api/note/continue')
  await page.reload()
  await expect(bodyField(page)).toHaveValue(START + END)
  await bodyField(page).press('Control+End')
  await page.keyboard.type(' 더')
  await expect(offer(page)).toHaveAccessibleDescription(ko['series.continueInterrupted'])
  await offer(page).click()
  await expect(bodyField(page)).toHaveValue(`${END} 더`)
  await expect(page.getByText(ko['series.continueInterrupted'])).toBeHidden()
  expect(await textsOf(author, headNo)).toEqual([START, `${END} 더`])
})

test('a new note that is too long goes on in parts, also from within a syllable @long', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await titleField(page).fill('사계절')
  const long = START + paragraph('바람') + END
  await bodyField(page).fill(long)
  const inputMethod = await openInputMethod(page)
  await bodyField(page).press('Control+End')
  await inputMethod.compose('하')
  await inputMethod.compose('한')
  await offer(page).click()
  await expect(place(page)).toContainText(placeText(2, 2))
  await expect(bodyField(page)).toHaveValue(/한$/)
  const second = await bodyField(page).inputValue()
  await place(page).getByRole('button', { name: ko['series.before'] }).click()
  await expect(place(page)).toContainText(placeText(1, 2))
  const first = await bodyField(page).inputValue()
  expect(first + second).toBe(`${long}한`)
})

test('parts are added at the end, deleted alone and brought back, and deleted together @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url)
  const [headNo, partNo] = await writeSeries(author, ['# 봄\n', '# 여름\n'], '사계절')
  const page = await openAs(author, DESKTOP, paths.updateNote(headNo))
  const chooseAction = async (name: string) => {
    await place(page).getByRole('button', { name: ko['series.more'] }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await test.step('a part at the end', async () => {
    await expect(place(page)).toContainText(placeText(1, 2))
    await chooseAction(ko['series.add'])
    await expect(place(page)).toContainText(placeText(3, 3))
    await page.keyboard.type('# 가을')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
  })
  await test.step('one part is deleted, and undo brings it back to its place', async () => {
    await place(page).getByRole('button', { name: ko['series.before'] }).click()
    await expect(place(page)).toContainText(placeText(2, 3))
    await chooseAction(ko['series.deletePart'])
    await expect(place(page)).toContainText(placeText(1, 2))
    expect(await textsOf(author, headNo)).toEqual(['# 봄\n', '# 가을'])
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(place(page)).toContainText(placeText(1, 3))
    expect(await textsOf(author, headNo)).toEqual(['# 봄\n', '# 여름\n', '# 가을'])
    expect(partNo).toBeGreaterThan(headNo)
  })
  await test.step('the list counts the parts, and the deletion of the note names them', async () => {
    await page.goto(paths.note(headNo))
    await expect(page.getByText(formatText(ko, 'series.parts', { count: 3 }), { exact: true })).toBeVisible()
    await chooseNoteAction(page, ko['common.delete'])
    await expect(page.getByText(formatText(ko, 'series.deleteAsk', { count: 3 }))).toBeVisible()
  })
})

test('an earlier version of a later part leaves the title of the series', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const [headNo, partNo] = await writeSeries(author, ['봄', '여름'], '사계절')
  const text = encodeText('무더운 여름')
  await author.call(updateNote, { noteNo: partNo ?? 0, title: '사계절', text, keepEarlier: true })
  await author.call(updateNote, { noteNo: headNo, title: '네 계절', text: encodeText('봄') })
  const page = await openAs(author, DESKTOP, paths.updateNote(partNo ?? 0))
  await page.getByText(ko['notes.history']).click()
  await page.getByRole('button', { name: ko['notes.historyFirst'] }).click()
  await page.getByRole('button', { name: ko['notes.historyRestore'] }).click()
  await expect(bodyField(page)).toHaveValue('여름')
  await expect(savedMessage(page)).toBeVisible()
  await expect(titleField(page)).toHaveValue('네 계절')
})

test('a friend reads the whole text, and sees that a later part has changed @long', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site)
  const [headNo, partNo = 0] = await writeSeries(author, [START, END], '사계절')
  await author.call(shareNote, { hubNo, noteNo: headNo })
  const page = await openAs(friend, DESKTOP, paths.noteInHub(headNo, hubNo))
  await expect(heading(page, '여름')).toBeVisible()
  const { title, version } = await author.call(getNote, { noteNo: partNo })
  await author.call(updateNote, { noteNo: partNo, title, version, text: encodeText(`${END}\n\n# 겨울`) })
  await page.getByRole('button', { name: ko['notes.showChanged'] }).click()
  await expect(heading(page, '겨울')).toBeVisible()
  await expect(page.getByRole('button', { name: ko['notes.showChanged'] })).toBeHidden()
})

test('a friend reports a line of a later part @long', async ({ site, openAs }) => {
  const [author, friend, hubNo] = await newHub(site)
  const [headNo] = await writeSeries(author, [START, END], '사계절')
  await author.call(shareNote, { hubNo, noteNo: headNo })
  const page = await openAs(friend, PHONE, paths.noteInHub(headNo, hubNo))
  await expect(heading(page, '여름')).toBeVisible()
  await chooseNoteAction(page, ko['reports.report'])
  const dialog = page.getByRole('dialog', { name: ko['reports.title'] })
  await dialog.getByRole('checkbox', { name: '# 여름' }).check()
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.sent'])).toBeVisible()
})

test('a report offers the lines of a long series in steps, and says that all are too many @long', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site)
  const lines = (part: string) =>
    Array.from({ length: 150 }, (_, index) => `${part} ${index} 들판을 걸으며 쓴 긴 줄`)
  const [headNo] = await writeSeries(author, [lines('봄').join('\n'), lines('여름').join('\n')], '사계절')
  await author.call(shareNote, { hubNo, noteNo: headNo })
  const page = await openAs(friend, PHONE, paths.noteInHub(headNo, hubNo))
  await expect(page.getByRole('article')).toContainText('여름 149')
  await chooseNoteAction(page, ko['reports.report'])
  const dialog = page.getByRole('dialog', { name: ko['reports.title'] })
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(200)
  await dialog.getByRole('button', { name: formatText(ko, 'reports.nextLines', { count: 101 }) }).click()
  await expect(boxes).toHaveCount(301)
  await expect(boxes.nth(200)).toBeFocused()

  await dialog.getByRole('button', { name: ko['reports.all'] }).click()
  await dialog.getByRole('button', { name: ko['reports.send'] }).click()
  await expect(dialog.getByText(ko['reports.checkCopy'])).toHaveCount(2)
})

test('a series is read and written on a phone, also offline @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const [headNo, partNo] = await writeSeries(author, [START, END], '사계절')
  const page = await openAs(author, PHONE, paths.note(headNo))
  await expect(heading(page, '여름')).toBeVisible()
  await page.context().setOffline(true)
  await test.step('the whole text is on the device', async () => {
    await page.getByRole('button', { name: ko['notes.toList'] }).click()
    await page.getByRole('link', { name: '사계절' }).first().click()
    await expect(heading(page, '여름')).toBeVisible()
  })
  await page.context().setOffline(false)
  await test.step('without a connection the offer says why it waits', async () => {
    await page.goto(paths.updateNote(headNo))
    await bodyField(page).fill(START + paragraph('하늘'))
    await expect(offer(page)).toBeEnabled()
    await page.context().setOffline(true)
    await expect(offer(page)).toBeDisabled()
    await expect(page.getByText(ko['series.continueOffline'])).toBeVisible()
    await page.context().setOffline(false)
    await expect(offer(page)).toBeEnabled()
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isWide).toBe(false)
    await offer(page).click()
    await expect(place(page)).toContainText(placeText(2, 3))
    expect(await textsOf(author, headNo)).toEqual([START, paragraph('하늘'), END])
    expect(partNo).not.toBe(noteNoOf(page))
  })
})

test('a pasted text that is too long becomes a series after a preview @long', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  // Two parts would fit into the text field.
  const chapters = (count: number) =>
    Array.from({ length: count }, (_, index) => `# ${index + 1}장\n\n${'글마루 '.repeat(950)}\n\n`).join('')
  await bodyField(page).focus()
  await dispatchTransfer(page, 'paste', { data: { 'text/plain': chapters(2) } })
  await expect(page.getByRole('dialog', { name: ko['notes.longText'] }).getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  const text = chapters(6)
  await bodyField(page).focus()
  await dispatchTransfer(page, 'paste', { data: { 'text/plain': text } })
  const dialog = page.getByRole('dialog', { name: ko['notes.longText'] })
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await expect(dialog.getByRole('listitem').first()).toContainText('1장 — 글마루')
  await expectAccessible(page)
  let release = () => {}
  const isHeld = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/note/continue', route => isHeld.then(() => route.continue()))
  await dialog.getByRole('button', { name: ko['series.insert'] }).click()
  await expect(dialog.getByRole('button', { name: ko['notes.longTextBeginning'] })).toBeDisabled()
  release()
  await expect(place(page)).toContainText(placeText(6, 6))
  await expect(bodyField(page)).toHaveValue(/^# 6장/)
  await expect(titleField(page)).toHaveValue('1장')
})
