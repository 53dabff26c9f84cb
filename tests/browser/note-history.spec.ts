import { ko } from '#protocol/text/ko.ts'
import {
  bodyOf,
  changeElsewhere,
  DESKTOP,
  openNewNote,
  PHONE,
  save,
  saveAs,
  savedMessage,
  titleOf,
} from './editor.ts'
import { expect, test } from './fixtures.ts'

const history = ko['notes.history']
const restore = { name: ko['notes.historyRestore'] }

test('an earlier text is shown beside the present one and can be brought back, in the editor and in the note', async ({
  site,
  openAs,
}) => {
  const page = await openNewNote(site, openAs, PHONE)
  await expect(page.getByText(history)).toHaveCount(0)
  await titleOf(page).fill('봄 소풍')
  await bodyOf(page).fill('우리는 오늘 공원에서 만나요.')
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
  await page.getByText(history).click()
  await expect(page.getByText(/아직 이전 글이 없어요/)).toBeVisible()

  const second = '우리는 내일 공원에서 만나요.'
  await changeElsewhere(page, '봄 소풍', second, { keepEarlier: true })
  await page.reload()
  await page.getByText(history).click()
  await page.getByText('16자').last().click()
  await expect(page.locator('.difference__text del')).toHaveText('오늘')
  await expect(page.locator('.difference__text ins')).toHaveText('내일')

  await bodyOf(page).fill('아직 저장하지 않은 글')
  await page.getByRole('button', restore).click()
  await expect(bodyOf(page)).toHaveValue('우리는 오늘 공원에서 만나요.')
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

  await page.getByRole('link', { name: '봄 소풍' }).click()
  await page.getByRole('button', { name: history }).click()
  await page.getByText('12자').click()
  await page.getByRole('button', restore).click()
  await expect(page.getByText(ko['notes.historyRestored'])).toBeVisible()
  await expect(page.getByRole('article').getByText('아직 저장하지 않은 글')).toBeVisible()
})

test('both texts of a conflict are kept in one note, and both can be read', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await saveAs(page, '함께 쓴 글')
  await changeElsewhere(page, '함께 쓴 글', '전화기에서 쓴 글')
  await bodyOf(page).fill('책상에서 쓴 글')
  await save(page)
  await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
  await expect(page.locator('.difference del')).toHaveText([ko['notes.conflictOnlyTheirs'], '전화기에서'])
  await expect(page.locator('.difference ins')).toHaveText([ko['notes.conflictOnlyMine'], '책상에서'])

  await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
  await expect(savedMessage(page)).toBeVisible()
  await page.reload()
  await expect(bodyOf(page)).toHaveValue('전화기에서 쓴 글\n\n---\n\n**내가 쓴 글**\n\n책상에서 쓴 글')
})

test('what does not fit beside the other text becomes a new note', async ({ site, openAs }) => {
  const page = await openNewNote(site, openAs, DESKTOP)
  await saveAs(page, '긴 글')
  await changeElsewhere(page, '긴 글', '전화기에서 쓴 글')
  await bodyOf(page).fill('가'.repeat(5000))
  await save(page)
  await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
  await expect(page.getByText('내 글은 새 노트 ‘긴 글 (내 글)’에 저장했어요.')).toBeVisible()
  await expect(bodyOf(page)).toHaveValue('전화기에서 쓴 글')
  await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()
  await expect(page.getByRole('link', { name: '긴 글 (내 글)' })).toBeVisible()
  await expect(page.getByText('원고지 25.0매')).toBeVisible()
})

test('a second tab with the same note open is announced in both', async ({ site, openAs }) => {
  const first = await openNewNote(site, openAs, DESKTOP)
  await saveAs(first, '두 탭')
  const token = await first.evaluate(() => sessionStorage.getItem('authToken') ?? '')
  const second = await first.context().newPage()
  await second.addInitScript(kept => sessionStorage.setItem('authToken', kept), token)
  await second.goto(first.url())
  const announced = ko['notes.otherTab']
  await expect(second.getByText(announced)).toBeVisible()
  await expect(first.getByText(announced)).toBeVisible()
  await second.close()
  await expect(first.getByText(announced)).toHaveCount(0)
})
