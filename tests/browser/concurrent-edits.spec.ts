import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { delayRequests } from './delays.ts'
import { bodyField, changeOnOtherDevice, DESKTOP, save, savedMessage, storedDrafts } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** Concurrent edits: another device, or a save in flight of an editor that was left, changes or deletes the note. */

test('changes of another device are offered, deletions are reported, and neither replaces the text', async ({
  site,
  openAs,
}) => {
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

  await author.call(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
  await expect(savedMessage(page)).toBeVisible()
  await expect(bodyField(page)).toHaveValue('우유, 달걀')
})

test('text written on a deleted note is saved on it when it is restored from the trash @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '되살림')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await bodyField(page).fill('우유, 빵')
  await author.call(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  const { text } = await author.call(getNote, { noteNo })
  expect(decodeText(text)).toBe('우유, 빵')
})

test('the editor sends each save once, also when the user leaves during it @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '빠른손')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const saveAndExit = () => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  let requestCount = 0
  let release = () => {}
  const canPass = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/note/update', async route => {
    requestCount += 1
    await canPass
    await route.continue()
  })
  await bodyField(page).fill('우유, 빵')
  const sent = page.waitForRequest('**/api/note/update')
  await saveAndExit()
  await sent
  await page.getByRole('link', { name: '글마루' }).first().click()
  await expect(page).toHaveURL(/home/)
  const answered = page.waitForResponse('**/api/note/update')
  release()
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
})

test('an editor opened during a save of the previous editor waits for it @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '느린줄')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
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
