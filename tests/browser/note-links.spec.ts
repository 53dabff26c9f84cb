import type { Page } from '@playwright/test'
import { encodeText } from '#protocol/encoding.ts'
import { BACKLINKS_PER_PAGE } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newTopic, newUser, type TestUser } from '#tests/support/users.ts'
import { bodyField, fetchNoteText, saveWithTitle } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'

const list = (page: Page) => page.getByRole('listbox', { name: ko['links.suggestions'] })
const rows = (page: Page) => list(page).getByRole('option')
const article = (page: Page) => page.locator('.note__sheet .md')

async function write(author: TestUser, topicNo: number, title: string, text = ''): Promise<number> {
  return (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

test('a link is suggested while its title is composed, inserted by Enter, and opens the note', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const topicNo = await newTopic(author, '여행')
  const jejuNo = await write(author, topicNo, '제주 여행', '# 첫날\n\n바다\n\n# 둘째 날')
  await write(author, topicNo, '서울 나들이')
  const page = await openAs(author, 1024, `/note/create?topic=${topicNo}`)
  const ime = await openInputMethod(page)
  await bodyField(page).focus()
  await page.keyboard.type('[[')
  await expect(rows(page)).toHaveText(['서울 나들이여행', '제주 여행여행'])
  // The list follows the composition and leaves it alone.
  for (const step of ['ㅈ', '제']) await ime.compose(step)
  await expect(rows(page)).toHaveText(['제주 여행여행'])
  await ime.key('ArrowDown')
  await ime.key('Enter')
  await ime.compose('젲')
  await expect(bodyField(page)).toHaveValue('[[젲')
  await expect(rows(page)).toHaveText(['제주 여행여행'])
  await ime.compose('제')
  await ime.commit('제')
  await page.keyboard.press('Enter')
  await expect(bodyField(page)).toHaveValue('[[제주 여행]]')
  await expect(list(page)).toBeHidden()
  await page.keyboard.type(' [[제주 여행#')
  await expect(rows(page)).toHaveText(['첫날', '둘째 날'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(bodyField(page)).toHaveValue('[[제주 여행]] [[제주 여행#둘째 날]]')
  await page.keyboard.type(' [[ㅅㅇ')
  await expect(rows(page)).toHaveText(['서울 나들이여행'])
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await saveWithTitle(page, '시작')
  expect(await fetchNoteText(page)).toBe('[[제주 여행]] [[제주 여행#둘째 날]] [[ㅅㅇ\n')

  await author.call(updateNote, {
    noteNo: jejuNo,
    title: '제주 나흘',
    text: encodeText('# 첫날\n\n바다\n\n# 둘째 날'),
  })
  await page.goto(page.url().replace('/note/update', '/note'))
  await expect(article(page)).toHaveText('제주 나흘 제주 나흘 › 둘째 날 [[ㅅㅇ')
  await article(page).getByRole('link', { name: '제주 나흘 › 둘째 날' }).click()
  await expect(page).toHaveURL(new RegExp(`/note\\?no=${jejuNo}#`))
  await expect(page.getByRole('heading', { name: '둘째 날' })).toBeFocused()
  const backlinks = page.getByRole('navigation', { name: ko['links.backlinks'] })
  const backlink = backlinks.getByRole('link', { name: '시작' })
  const [box, words] = [await backlinks.boundingBox(), await backlink.boundingBox()]
  expect((words?.x ?? 0) - (box?.x ?? 0), 'distance from the border').toBeGreaterThanOrEqual(16)
  await backlink.click()
  await expect(article(page)).toContainText('제주 나흘')
})

test('a tap inserts a link, and undo removes it in one step', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const topicNo = await newTopic(author, '여행')
  await write(author, topicNo, '[공지] 모임')
  const page = await openAs(author, 390, `/note/create?topic=${topicNo}`)
  await bodyField(page).focus()
  await page.keyboard.type('앞 [[')
  await rows(page).first().click()
  await expect(bodyField(page)).toHaveValue('앞 [[[공지] 모임]]')
  await expect(bodyField(page)).toBeFocused()
  await page.keyboard.press('Control+Z')
  await expect(bodyField(page)).toHaveValue('앞 [[')
})

test('a reader sees links to what they may read, and plain words otherwise', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  const topicNo = await newTopic(author, '여행')
  const hubNo = await makeHub(author, friend)
  const sharedNo = await write(author, topicNo, '나눈 글')
  await write(author, topicNo, '비밀 글')
  const noteNo = await write(author, topicNo, '시작', '[[나눈 글]] 그리고 [[비밀 글]]')
  for (const each of [sharedNo, noteNo]) await author.call(shareNote, { hubNo, noteNo: each })
  const page = await openAs(friend, 1440, `/note?no=${noteNo}&hub=${hubNo}`)
  await expect(article(page)).toHaveText('나눈 글 그리고 비밀 글')
  await expect(article(page).getByRole('link')).toHaveText(['나눈 글'])
  await article(page).getByRole('link').click()
  await expect(page).toHaveURL(`/note?no=${sharedNo}&hub=${hubNo}`)
  await expect(page.getByRole('navigation', { name: ko['links.backlinks'] }).getByRole('link')).toHaveText([
    '시작',
  ])
})

test('all notes that link to a note are listed page by page', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const topicNo = await newTopic(author, '여행')
  const noteNo = await write(author, topicNo, '제주')
  for (let count = 0; count <= BACKLINKS_PER_PAGE; count++)
    await write(author, topicNo, `글 ${count}`, '[[제주]]')
  const page = await openAs(author, 390, `/note?no=${noteNo}`)
  const backlinks = page.getByRole('navigation', { name: ko['links.backlinks'] })
  await expect(backlinks.getByRole('link')).toHaveCount(BACKLINKS_PER_PAGE)
  await backlinks.getByRole('button', { name: ko['links.more'] }).click()
  await expect(backlinks.getByRole('link')).toHaveCount(BACKLINKS_PER_PAGE + 1)
  await expect(backlinks.getByRole('link').last()).toHaveText('글 0')
  await expect(backlinks.getByRole('button')).toHaveCount(0)
})
