import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { writeSeries } from '#tests/support/series.ts'
import { shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, fetchNoteText, titleField } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'
import { newHub } from './steps.ts'

/** Friends of a room write one note. */

const writingSwitch = (page: Page) => page.getByRole('switch', { name: ko['shares.writing'] })
const caretOf = (page: Page, name: string) =>
  page.locator('.caret__line', { hasText: name }).filter({ visible: true })
const typeAtEnd = async (page: Page, words: string) => {
  await bodyField(page).press('Control+End')
  await page.keyboard.insertText(words)
}

test('the author lets a room write, both write, and ending it keeps what was written', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const noteNo = await shareNewNote(author, hubNo, '소풍 준비')
  const desktop = await openAs(author, DESKTOP, paths.note(noteNo))
  const phone = await openAs(friend, PHONE, paths.noteInHub(noteNo, hubNo))
  const toEditor = phone.getByRole('link', { name: ko['notes.writeTogether'] })
  await expect(phone.getByRole('heading', { name: '소풍 준비' }).first()).toBeVisible()
  await expect(toEditor).toHaveCount(0)

  await test.step('the switch is off, and shows whom it includes', async () => {
    await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
    await expect(writingSwitch(desktop)).not.toBeChecked()
    await expect(desktop.getByText(formatText(ko, 'shares.writingWho', { names: friend.name }))).toBeVisible()
    await writingSwitch(desktop).check()
    await expectAccessible(desktop)
    await desktop.keyboard.press('Escape')
  })
  await test.step('both see what the other types, and where', async () => {
    await toEditor.click()
    await expect(titleField(phone)).toHaveValue('소풍 준비')
    await desktop.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    await expect(bodyField(desktop)).toBeVisible()
    await typeAtEnd(phone, '김밥은 내가')
    await expect(bodyField(desktop)).toHaveValue(/김밥은 내가$/)
    await expect(caretOf(desktop, friend.name)).toBeVisible()
    await typeAtEnd(desktop, ', 과일은 내가')
    await expect(bodyField(phone)).toHaveValue(/김밥은 내가, 과일은 내가$/)
    await expect(caretOf(phone, author.name)).toBeVisible()
    await expect(desktop.getByText(formatText(ko, 'notes.togetherWho', { names: friend.name }))).toBeVisible()
    await expect(desktop.locator('.writing__avatar')).toHaveCount(1)
    await expect(phone.getByText(formatText(ko, 'notes.togetherNoteOf', { name: author.name }))).toBeVisible()
    await expectAccessible(phone)
  })
  await test.step('a selection is marked, and a caret in the title shown', async () => {
    await bodyField(phone).press('Control+a')
    await expect(desktop.locator('.caret__box').first()).toBeVisible()
    await titleField(phone).focus()
    await expect(desktop.locator('.writing__title-row .caret__line', { hasText: friend.name })).toBeVisible()
    await expect(desktop.locator('.caret__box')).toHaveCount(0)
    await bodyField(phone).focus()
  })
  await test.step('the text is saved by itself', async () => {
    await expect(phone.getByText(ko['notes.togetherSaved'])).toBeVisible()
    await expect(desktop.getByText(ko['notes.togetherSaved'])).toBeVisible()
    expect(await fetchNoteText(desktop)).toMatch(/김밥은 내가, 과일은 내가$/)
  })
  await test.step('undo reverts only what its user has typed', async () => {
    await bodyField(desktop).press('Control+z')
    await expect(bodyField(phone)).toHaveValue(/김밥은 내가$/)
  })
  await test.step('once it has ended, the friend can only save the text as an own note', async () => {
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
    await expect(phone.getByText(ko['notes.togetherEnded'])).toBeVisible()
    await expect(caretOf(phone, author.name)).toHaveCount(0)
    await expect(caretOf(desktop, friend.name)).toHaveCount(0)
    await expect(bodyField(phone)).not.toBeEditable()
    await expect(phone.getByRole('button', { name: ko['notes.save'], exact: true })).toHaveCount(0)
    await phone.getByRole('button', { name: ko['notes.saveAnew'] }).click()
    await expect(bodyField(phone)).toBeEditable()
    await expect(phone).toHaveURL(/\/note\/update\?no=\d+$/)
    await typeAtEnd(phone, ', 물도')
    await phone.getByRole('button', { name: ko['notes.save'], exact: true }).click()
    await expect.poll(() => fetchNoteText(phone)).toMatch(/김밥은 내가, 물도$/)
    await expect(bodyField(desktop)).toHaveValue(/김밥은 내가$/)
  })
})

test('the name at a caret stays in the text column, and is shown again only when its writer moves', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '이름이 꽤 긴 친구')
  const noteNo = await shareNewNote(author, hubNo, '소풍 준비')
  const text = `첫 줄\n${'가'.repeat(200)}`
  await author.call(updateNote, { noteNo, title: '소풍 준비', text: encodeText(text) })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const other = await openAs(friend, DESKTOP, paths.updateNote(noteNo))
  await expect(bodyField(other)).toHaveValue(text)
  const line = caretOf(page, friend.name)
  const name = line.locator('.caret__name')
  const boxOf = async (element: Locator) => {
    const { x = Number.NaN, width = Number.NaN } = (await element.boundingBox()) ?? {}
    return { left: x, right: x + width }
  }

  await bodyField(other).press('Control+Home')
  await bodyField(other).press('ArrowDown')
  await bodyField(other).press('End')
  const column = await boxOf(page.locator('.carets').last())
  await expect.poll(async () => (await boxOf(line)).left).toBeGreaterThan(column.right - 60)
  expect((await boxOf(name)).right).toBeLessThanOrEqual(column.right + 1)
  await bodyField(other).press('Home')
  await expect.poll(async () => (await boxOf(line)).left).toBeLessThan(column.left + 1)
  expect((await boxOf(name)).left).toBeGreaterThanOrEqual(column.left - 2)

  await name.evaluate(element => element.setAttribute('data-seen', ''))
  await bodyField(page).press('Control+Home')
  await page.keyboard.insertText('위에 한 줄\n')
  await expect(bodyField(other)).toHaveValue(/^위에 한 줄/)
  await expect(name).toHaveAttribute('data-seen')
  await bodyField(other).press('ArrowRight')
  await expect(name).not.toHaveAttribute('data-seen')
})

test('the author of a later part sees the room whose members write it too', async ({ site, openAs }) => {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const [headNo, partNo = 0] = await writeSeries(author, ['앞의 글', '뒤의 글'])
  await author.call(shareNote, { hubNo, noteNo: headNo })
  await author.call(setSharedWriting, { hubNo, noteNo: headNo, isOn: true })
  const phone = await openAs(friend, PHONE, `${paths.updateNote(partNo)}&hub=${hubNo}`)
  await expect(bodyField(phone)).toHaveValue('뒤의 글')
  const desktop = await openAs(author, DESKTOP, paths.updateNote(partNo))
  await expect(desktop.locator('.writing__together')).toContainText(friend.name)
})

test('a text that both have made too long is not reported as saved, and is once it is shorter', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const noteNo = await shareNewNote(author, hubNo, '긴 글')
  const text = '가'.repeat(NOTE_BODY_MAX - 5)
  await author.call(updateNote, { noteNo, title: '긴 글', text: encodeText(text) })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const desktop = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const phone = await openAs(friend, DESKTOP, paths.updateNote(noteNo))
  await expect(bodyField(phone)).toHaveValue(text)
  await bodyField(phone).press('Control+End')
  const ime = await openInputMethod(phone)
  await ime.compose('하')
  await expect(bodyField(desktop)).toHaveValue(`${text}하`)
  // The friend does not see what the author adds while composing, and goes on.
  await bodyField(desktop).press('Control+Home')
  await desktop.keyboard.insertText('앞글이다')
  await expect(bodyField(desktop)).toHaveValue(`앞글이다${text}하`)
  await ime.compose('하나')
  await expect(desktop.getByText(ko['notes.togetherTooLong'])).toBeVisible()
  const refused = phone.waitForResponse('**/api/document/save')
  await phone.getByRole('button', { name: ko['notes.save'], exact: true }).click()
  expect(await (await refused).json()).toMatchObject({ isSaved: false })
  await expect(phone.getByText(ko['notes.saveFailed'])).toBeVisible()
  await expect(bodyField(phone)).toHaveValue(`${text}하나`)
  await ime.commit('하나')
  await expect(bodyField(phone)).toHaveValue(`앞글이다${text}하나`)
  await expect(phone.getByText(ko['notes.togetherTooLong'])).toBeVisible()
  expect(decodeURIComponent((await author.call(getNote, { noteNo })).text)).toBe(text)

  await bodyField(phone).press('Control+End')
  for (let count = 0; count < 4; count += 1) await phone.keyboard.press('Backspace')
  for (const page of [desktop, phone]) await expect(page.getByText(ko['notes.togetherSaved'])).toBeVisible()
  expect(await fetchNoteText(phone)).toBe(`앞글이다${text.slice(0, -2)}`)
})

test('a new item of a numbered list leaves the caret of a friend in a later item', async ({
  site,
  openAs,
}) => {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const noteNo = await shareNewNote(author, hubNo, '할 일')
  const text = '1. 장보기\n2. 청소\n3. 빨래\n4. 산책'
  await author.call(updateNote, { noteNo, title: '할 일', text: encodeText(text) })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const other = await openAs(friend, DESKTOP, paths.updateNote(noteNo))
  await expect(bodyField(other)).toHaveValue(text)
  await bodyField(other).press('Control+Home')
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await bodyField(other).press(key)
  await other.keyboard.insertText('와')
  await expect(bodyField(page)).toHaveValue(/빨래와/)
  await bodyField(page).press('Control+Home')
  await bodyField(page).press('End')
  await bodyField(page).press('Enter')
  await expect(bodyField(other)).toHaveValue('1. 장보기\n2. \n3. 청소\n4. 빨래와\n5. 산책')
  await other.keyboard.insertText(' 다림질')
  await expect(bodyField(page)).toHaveValue('1. 장보기\n2. \n3. 청소\n4. 빨래와 다림질\n5. 산책')
  await bodyField(page).press('Control+z')
  await expect(bodyField(other)).toHaveValue('1. 장보기\n2. 청소\n3. 빨래와 다림질\n4. 산책')
})
