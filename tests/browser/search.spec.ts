import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, writeNote } from '#tests/support/person.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

test('notes are found by a piece of their text and by initial consonants, and lead back to what was found', async ({
  site,
  openAs,
}) => {
  const person = await newPerson(site.url)
  await writeNote(person, '3월 회의록', '준비물은 **김밥**과 물이에요.')
  const page = await openAs(person, PHONE, paths.topics)
  const box = page.getByRole('searchbox', { name: ko['notes.find'] })

  await box.fill('김')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/topics\?find=/)
  await expect(page.getByText('‘김’ 검색 결과 1개')).toBeVisible()
  await expect(page.locator('mark')).toHaveText('김')
  await page.getByRole('link', { name: '3월 회의록' }).click()
  await expect(page.getByRole('heading', { name: '3월 회의록' })).toBeVisible()
  await page.goBack()
  await expect(box).toHaveValue('김')

  await box.fill('ㅎㅇㄹ')
  await page.getByRole('button', { name: ko['notes.findButton'] }).click()
  await expect(page.locator('mark')).toHaveText('회의록')
  await box.fill('없는 말')
  await box.press('Enter')
  await expect(page.getByText('‘없는 말’ 검색 결과가 없어요.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: ko['notes.topicList'] }).click()
  await expect(page.getByText('주제', { exact: true })).toBeVisible()
  await expect(box).toHaveValue('')
})

test('a note of a friend that is found opens with what is said about it, and shows no markdown signs @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '글쓴이')
  const reader = await newPerson(site.url, '읽는이')
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author, '봄 소풍', '- **김밥**과 _물_')
  await author.does(shareNote, { hubNo, noteNo })
  await comment(author, { hubNo, noteNo }, '단무지도 챙겨요')
  const page = await openAs(reader, PHONE, paths.foundNotes('김밥'))
  await expect(page.locator('.found__excerpt')).toHaveText('김밥과 물')
  await expect(page.locator('mark')).toHaveText('김밥')
  await page.getByRole('link', { name: '봄 소풍' }).click()
  await expect(page.getByText('단무지도 챙겨요')).toBeVisible()
})

test('a search that fails says so and can be repeated @long', async ({ site, openAs }) => {
  const page = await openAs(await newPerson(site.url), DESKTOP, paths.topics)
  const box = page.getByRole('searchbox', { name: ko['notes.find'] })
  await page.route('**/api/note/find', route => route.fulfill({ status: 503, body: '{}' }))
  await box.fill('회의')
  await box.press('Enter')
  await expect(page.getByText(ko['list.loadFailed'])).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/note/find')
  await page.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(page.getByText('‘회의’ 검색 결과가 없어요.')).toBeVisible()
  await box.fill('가'.repeat(41))
  await box.press('Enter')
  await expect(page.getByText(ko['notes.findQuery'])).toBeVisible()
})
