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
  openNewNote,
  save,
  savedMessage,
  saveWithTitle,
  storedDrafts,
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

test('a conflict keeps both texts', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)

  await test.step('both versions stay in one note and are readable', async () => {
    await saveWithTitle(page, '함께 쓴 글')
    await changeOnOtherDevice(page, '함께 쓴 글', '전화기에서 쓴 글')
    await bodyField(page).fill('책상에서 쓴 글')
    await save(page)
    await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
    await expect(page.locator('.diff del')).toHaveText([ko['notes.conflictOnlyTheirs'], '전화기에서'])
    await expect(page.locator('.diff ins')).toHaveText([ko['notes.conflictOnlyMine'], '책상에서'])

    await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
    await expect(savedMessage(page)).toBeVisible()
    await page.reload()
    await expect(bodyField(page)).toHaveValue('전화기에서 쓴 글\n\n---\n\n**내가 쓴 글**\n\n책상에서 쓴 글')
  })
  await test.step('undo restores the replaced version, title included', async () => {
    await saveWithTitle(page, '내 제목')
    await changeOnOtherDevice(page, '다른 제목', '전화기에서 쓴 글')
    await bodyField(page).fill('책상에서 쓴 글')
    await save(page)
    await page.getByText(ko['notes.conflictTheirs']).click()
    await expect(page.getByText('전화기에서 쓴 글').and(page.locator(':visible')).last()).toBeVisible()
    await expect(bodyField(page)).toHaveValue('책상에서 쓴 글')
    await page.getByRole('button', { name: ko['notes.conflictTakeTheirs'] }).click()
    await expect(titleField(page)).toHaveValue('다른 제목')
    await expect(bodyField(page)).toHaveValue('전화기에서 쓴 글')

    await bodyField(page).press('Control+z')
    await expect(bodyField(page)).toHaveValue('책상에서 쓴 글')
    await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
    await bodyField(page).press('Control+z')
    await expect(titleField(page)).toHaveValue('내 제목')
  })
  await test.step('a version that does not fit becomes a new note', async () => {
    await saveWithTitle(page, '긴 글')
    await changeOnOtherDevice(page, '긴 글', '전화기에서 쓴 글')
    await bodyField(page).fill('가'.repeat(5000))
    await save(page)
    await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
    await expect(page.getByText('내 글은 새 노트 ‘긴 글 (내 글)’에 저장했어요.')).toBeVisible()
    await expect(bodyField(page)).toHaveValue('전화기에서 쓴 글')
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
    await expect(page.getByRole('link', { name: '긴 글 (내 글)' })).toBeVisible()
    await expect(page.getByText('원고지 25.0매')).toBeVisible()
  })
})

/** Concurrent edits: another device, or a save in flight of an editor that was left, changes or deletes the note. */

test('changes and deletions of another device never replace the text', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const showNewer = page.getByRole('button', { name: ko['notes.showNewer'] })
  await expect(bodyField(page)).toHaveValue('우유')
  await changeOnOtherDevice(page, '장보기', '우유, 빵')
  await expect(page.getByText(ko['notes.saveStatusOutdated'])).toBeVisible()
  await expect(bodyField(page)).toHaveValue('우유')
  await showNewer.click()
  await expect(bodyField(page)).toHaveValue('우유, 빵')
  await expect(showNewer).toBeHidden()

  await page.context().setOffline(true)
  await expect(page.getByText(ko['error.offline'])).toBeVisible()
  await author.call(updateNote, { noteNo, title: '장보기', text: encodeText('우유, 두부') })
  await page.context().setOffline(false)
  await expect(showNewer).toBeVisible()
  await bodyField(page).fill('우유, 달걀')
  await expect(showNewer).toBeHidden()
  await expect(page.getByText(ko['notes.saveStatusBehind'])).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert')).toContainText(ko['notes.conflict'])
  await page.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
  await expect(savedMessage(page)).toBeVisible()

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
  await expect(savedMessage(page)).toBeVisible()
  await expect(bodyField(page)).toHaveValue('우유, 빵')
  await expect.poll(() => storedDrafts(page)).toEqual([])
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
  await expect.poll(() => storedDrafts(page)).toEqual([])
  expect(decodeText((await author.call(getNote, { noteNo })).text)).toBe('우유, 빵')
  await expect(page).toHaveURL(/home/)
  await page.goBack()
  await expect(bodyField(page)).toHaveValue('우유, 빵')
  await bodyField(page).fill('우유, 빵, 달걀')
  await saveAndExit()
  await expect(page).toHaveURL(/notelist/)
  await expect.poll(() => storedDrafts(page)).toEqual([])
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
    // Until the save is finished, home lists the draft.
    await expect(page.getByRole('region', { name: ko['notes.drafts'] }).getByText('장보기')).toBeVisible()
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
