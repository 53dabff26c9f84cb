import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate, delayRequests } from './delays.ts'
import {
  bodyField,
  changeOnOtherDevice,
  fetchNoteText,
  openNewNote,
  save,
  savedMessage,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { chooseNoteAction } from './steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const history = ko['notes.history']
const restore = { name: ko['notes.historyRestore'] }

test('an earlier version is compared and restored, in editor and note', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, PHONE)
  await expect(page.getByText(history)).toHaveCount(0)
  await titleField(page).fill('봄 소풍')
  await bodyField(page).fill('우리는 오늘 공원에서 만나요.')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.getByText(history).click()
  await expect(page.getByText(/아직 수정 기록이 없어요/)).toBeVisible()

  const second = '우리는 내일 공원에서 만나요.'
  await changeOnOtherDevice(page, '봄 소풍', second, { keepEarlier: true })
  await page.reload()
  await page.getByText(history).click()
  await page.getByRole('button', { name: ko['notes.historyFirst'] }).click()
  await expect(page.locator('.diff__text del')).toHaveText('오늘')
  await expect(page.locator('.diff__text ins')).toHaveText('내일')

  await bodyField(page).fill('아직 저장하지 않은 글')
  await page.getByRole('button', restore).click()
  await expect(bodyField(page)).toHaveValue('우리는 오늘 공원에서 만나요.')
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

  await page.getByRole('link', { name: '봄 소풍' }).click()
  await chooseNoteAction(page, history)
  const rows = page.getByRole('dialog', { name: history }).getByRole('button', { name: /\d:\d\d/ })
  await rows.first().click()
  await page.getByRole('button', restore).click()
  await expect(page.getByText(ko['notes.historyRestored'])).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('article').getByText('아직 저장하지 않은 글')).toBeVisible()
})

test('versions show their day, time, size and difference @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  const lines = Array.from({ length: 12 }, (_, index) => `${index + 1}째 줄`)
  const noteNo = await writeNote(author, '봄 소풍', lines.join('\n'))
  for (const changed of [
    lines.with(0, '첫 줄'),
    lines.with(0, '첫 줄').with(11, '마지막 줄'),
    lines.with(0, '첫 줄').with(11, '맨 끝 줄'),
  ]) {
    const text = encodeText(changed.join('\n'))
    await author.call(updateNote, { noteNo, title: '봄 소풍', text, keepEarlier: true })
  }
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  await chooseNoteAction(page, history)
  const dialog = page.getByRole('dialog', { name: history })
  const rows = dialog.getByRole('button', { name: /\d:\d\d/ })

  await test.step('the list of versions', async () => {
    await expect(dialog.getByRole('heading', { name: /^오늘 · \d+월 \d+일 \(.\)$/ })).toBeVisible()
    await expect(dialog.locator('.history__clock').first()).toHaveText(/^오[전후] \d+:\d\d$/)
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(/\+3.*−3.*마지막/)
    await expect(rows.last()).toContainText(ko['notes.historyFirst'])
    await expectAccessible(page)
  })
  await test.step('the diff, its navigation and its collapsed lines', async () => {
    await rows.last().click()
    await expect(dialog.getByText('바뀐 곳 2', { exact: true })).toBeVisible()
    await page.keyboard.press('F7')
    await page.keyboard.press('F7')
    await expect(dialog.getByText('바뀐 곳 2 / 2')).toBeVisible()
    await expect(dialog.locator('del:focus')).toHaveText('12째')
    const difference = dialog.locator('.diff__text')
    await expect(difference.getByText('6째 줄')).toHaveCount(0)
    await dialog.getByRole('button', { name: /줄 펼치기$/ }).click()
    await expect(difference.getByText('6째 줄')).toBeVisible()
    await dialog.getByRole('button', { name: ko['notes.historyAsThen'] }).click()
    await expect(dialog.locator('.md').getByText('12째 줄')).toBeVisible()
  })
  await test.step('a phone shows the list, then the diff', async () => {
    await page.setViewportSize({ width: PHONE, height: 844 })
    await dialog.getByRole('button', { name: ko['notes.historyBack'] }).click()
    await expect(rows.last()).toBeFocused()
    await expect(dialog.getByRole('button', restore)).toBeHidden()
    await rows.first().click()
    await expect(dialog.getByRole('heading', { name: /의 글$/ })).toBeFocused()
    await expect(rows.first()).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.locator('.note-bar').getByRole('button', { name: /더 보기$/ })).toBeFocused()
  })
  await test.step('a day later the heading includes the day', async () => {
    await page.clock.setFixedTime(Date.now() + DAY_MS)
    await chooseNoteAction(page, history)
    await rows.first().click()
    await expect(dialog.getByRole('heading', { name: /^어제 오[전후] \d+:\d\d의 글$/ })).toBeVisible()
  })
  await test.step('a deleted empty line is marked where it was', async () => {
    const noteNo = await writeNote(author, '빈 줄', '위\n\n아래')
    await author.call(updateNote, { noteNo, title: '빈 줄', text: encodeText('위\n아래'), keepEarlier: true })
    await page.setViewportSize({ width: DESKTOP, height: 900 })
    await page.goto(paths.note(noteNo))
    await chooseNoteAction(page, history)
    const deletedText = page.locator('.diff__text del')
    await expect(deletedText).toHaveText('')
    expect((await deletedText.boundingBox())?.width).toBeGreaterThan(0)
  })
})

/** Changes by another device, and saves of an editor that was left. */

test('changes of another device are added to the text', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const noteNo = await writeNote(author, '장보기', '우유\n빵')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await expect(bodyField(page)).toHaveValue('우유\n빵')
  await changeOnOtherDevice(page, '장보기', '우유\n식빵')
  await expect(bodyField(page)).toHaveValue('우유\n식빵')
  await expect(page.locator('.writing__save-status--saved')).toBeAttached()

  await test.step('beside what was typed and not saved', async () => {
    await bodyField(page).press('Control+Home')
    await page.keyboard.insertText('딸기')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    await changeOnOtherDevice(page, '주말 장보기', '우유\n식빵 두 개')
    await expect(titleField(page)).toHaveValue('주말 장보기')
    await expect(bodyField(page)).toHaveValue('딸기우유\n식빵 두 개')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    expect(await fetchNoteText(page)).toBe('우유\n식빵 두 개')
  })
  await test.step('beside what was typed offline', async () => {
    await page.context().setOffline(true)
    await page.keyboard.insertText(' ')
    await expect(page.getByText(ko['notes.saveStatusKeptHere'])).toBeVisible()
    const text = encodeText('우유\n식빵 두 개\n두부')
    await author.call(updateNote, { noteNo, title: '주말 장보기', text })
    await page.context().setOffline(false)
    await expect(bodyField(page)).toHaveValue('딸기 우유\n식빵 두 개\n두부')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    expect(await fetchNoteText(page)).toBe('딸기 우유\n식빵 두 개\n두부')
  })
})

test('the deletion of a note never takes the text of its editor', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await bodyField(page).fill('우유, 빵')
  await author.call(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  expect(decodeText((await author.call(getNote, { noteNo })).text)).toBe('우유, 빵')

  await author.call(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
  await expect(page.locator('.writing__save-status--saved')).toBeAttached()
  await expect(bodyField(page)).toHaveValue('우유, 빵')
  await expect.poll(() => storedTexts(page)).toEqual([])
})

test('the editor sends each save once, also when the user leaves @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '빠른손')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const saveAndExit = () => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  let requestCount = 0
  const { opened, open } = createGate()
  await page.route('**/api/note/update', async route => {
    requestCount += 1
    await opened
    await route.continue()
  })
  await bodyField(page).fill('우유, 빵')
  const sent = page.waitForRequest('**/api/note/update')
  await saveAndExit()
  await sent
  await page.getByRole('link', { name: '글마루' }).first().click()
  await expect(page).toHaveURL(/home/)
  const answered = page.waitForResponse('**/api/note/update')
  open()
  await answered
  await expect.poll(() => storedTexts(page)).toEqual([])
  expect(decodeText((await author.call(getNote, { noteNo })).text)).toBe('우유, 빵')
  await expect(page).toHaveURL(/home/)
  await page.goBack()
  await expect(bodyField(page)).toHaveValue('우유, 빵')
  await bodyField(page).fill('우유, 빵, 달걀')
  await saveAndExit()
  await expect(page).toHaveURL(/notelist/)
  await expect.poll(() => storedTexts(page)).toEqual([])
  expect([requestCount, (await author.call(getNote, { noteNo })).version]).toEqual([2, 3])

  await test.step('an editor opened during a save of the previous editor waits for it', async () => {
    await page.unroute('**/api/note/update')
    await page.goto(paths.updateNote(noteNo))
    const release = await delayRequests(page, '**/api/note/update')
    await bodyField(page).fill('우유, 빵')
    const sent = page.waitForRequest('**/api/note/update')
    await save(page)
    await sent
    await page.getByRole('link', { name: '글마루' }).first().click()
    await expect(page).toHaveURL(/home/)
    // Until the save is finished, home marks the note as a draft.
    const row = page.getByRole('listitem').filter({ hasText: '장보기' })
    await expect(row.getByText(ko['notes.draftMark'])).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/update/)
    await expect(bodyField(page)).toHaveCount(0)
    release()
    await expect(bodyField(page)).toHaveValue('우유, 빵')
    await expect(page.getByText(ko['notes.saveStatusSaved'])).toBeVisible()
    await bodyField(page).fill('우유, 빵, 달걀')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
  })
})
