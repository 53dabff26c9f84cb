import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { newPerson, writeNote } from '#tests/support/person.ts'
import { bodyOf, changeElsewhere, DESKTOP, keptDrafts, save, savedMessage } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './holding.ts'

/** An editor that is not alone with its note: another device saves or deletes it, or an editor that was left still does. */

test('what another device saves is offered, what it deletes is told, and neither replaces what is written', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '두기기')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const showNewer = page.getByRole('button', { name: ko['notes.showNewer'] })
  await expect(bodyOf(page)).toHaveValue('우유')
  await changeElsewhere(page, '장보기', '우유, 빵')
  await expect(page.getByText(ko['notes.saveStatusOutdated'])).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('우유')
  await showNewer.click()
  await expect(bodyOf(page)).toHaveValue('우유, 빵')
  await expect(showNewer).toBeHidden()

  await page.context().setOffline(true)
  await expect(page.getByText(ko['error.offline'])).toBeVisible()
  await author.does(updateNote, { noteNo, title: '장보기', text: encodeText('우유, 두부') })
  await page.context().setOffline(false)
  await expect(showNewer).toBeVisible()
  await bodyOf(page).fill('우유, 달걀')
  await expect(showNewer).toBeHidden()
  await expect(page.getByText(ko['notes.saveStatusBehind'])).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert')).toContainText(ko['notes.conflict'])
  await page.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
  await expect(savedMessage(page)).toBeVisible()

  await author.does(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await page.getByRole('button', { name: ko['notes.saveAnew'] }).click()
  await expect(savedMessage(page)).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('우유, 달걀')
})

test('what is written on a note is saved on it when that comes back from the trash @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '되살림')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  await bodyOf(page).fill('우유, 빵')
  await author.does(deleteNote, { noteNo })
  await expect(page.getByText(ko['notes.goneWhileWriting'])).toBeVisible()
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  const { text } = await author.does(getNote, { noteNo })
  expect(decodeText(text)).toBe('우유, 빵')
})

test('what the editor saves is sent once, also when it is left meanwhile @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '빠른손')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const leave = () => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  let asked = 0
  let letPass = () => {}
  const canPass = new Promise<void>(resolve => {
    letPass = resolve
  })
  await page.route('**/api/note/update', async route => {
    asked += 1
    await canPass
    await route.continue()
  })
  await bodyOf(page).fill('우유, 빵')
  const sent = page.waitForRequest('**/api/note/update')
  await leave()
  await sent
  await page.getByRole('link', { name: '글마루' }).first().click()
  await expect(page).toHaveURL(/home/)
  const answered = page.waitForResponse('**/api/note/update')
  letPass()
  await answered
  await expect.poll(() => keptDrafts(page)).toEqual([])
  expect(decodeText((await author.does(getNote, { noteNo })).text)).toBe('우유, 빵')
  await expect(page).toHaveURL(/home/)
  await page.goBack()
  await expect(bodyOf(page)).toHaveValue('우유, 빵')
  await bodyOf(page).fill('우유, 빵, 달걀')
  await leave()
  await expect(page).toHaveURL(/notelist/)
  await expect.poll(() => keptDrafts(page)).toEqual([])
  expect([asked, (await author.does(getNote, { noteNo })).version]).toEqual([2, 3])
})

test('an editor that is opened during a save that was left waits for its end @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '느린줄')
  const noteNo = await writeNote(author, '장보기', '우유')
  const page = await openAs(author, DESKTOP, paths.updateNote(noteNo))
  const letPass = await holdBack(page, '**/api/note/update')
  await bodyOf(page).fill('우유, 빵')
  const sent = page.waitForRequest('**/api/note/update')
  await save(page)
  await sent
  await page.getByRole('link', { name: '글마루' }).first().click()
  await expect(page).toHaveURL(/home/)
  // Meanwhile it stands where one looks for it.
  await expect(page.getByRole('region', { name: ko['notes.drafts'] }).getByText('장보기')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/update/)
  await expect(bodyOf(page)).toHaveCount(0)
  letPass()
  await expect(bodyOf(page)).toHaveValue('우유, 빵')
  await expect(page.getByText(ko['notes.saveStatusSaved'])).toBeVisible()
  await bodyOf(page).fill('우유, 빵, 달걀')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
})
