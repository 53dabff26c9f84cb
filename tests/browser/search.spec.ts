import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, writeNote } from '#tests/support/users.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

test('a search finds notes by parts of their text and by initial consonants, and keeps its results on return', async ({
  site,
  openAs,
}) => {
  const user = await newUser(site.url)
  await writeNote(user, '3월 회의록', '준비물은 **김밥**과 물이에요.')
  const page = await openAs(user, PHONE, paths.topics)
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

test('a search result from a friend opens with its thread, and shows no Markdown markers @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const reader = await newUser(site.url, '읽는이')
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author, '봄 소풍', '- **김밥**과 _물_')
  await author.call(shareNote, { hubNo, noteNo })
  await comment(author, { hubNo, noteNo }, '단무지도 챙겨요')
  const page = await openAs(reader, PHONE, paths.foundNotes('김밥'))
  await expect(page.locator('.note-search__excerpt')).toHaveText('김밥과 물')
  await expect(page.locator('mark')).toHaveText('김밥')
  await page.getByRole('link', { name: '봄 소풍' }).click()
  await expect(page.getByText('단무지도 챙겨요')).toBeVisible()
})

test('a failed search says so and can be retried @long', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url), DESKTOP, paths.topics)
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
