import type { Page } from '@playwright/test'
import { encodeText } from '#protocol/encoding.ts'
import { TAG_MAX } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newTopic, newUser, type TestUser } from '#tests/support/users.ts'
import { bodyField } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'

const article = (page: Page) => page.locator('.note__sheet .md')
const tags = (page: Page) => page.getByRole('region', { name: ko['tags.title'] }).getByRole('link')
const notesWith = (page: Page, tag: string) =>
  page
    .getByRole('navigation', { name: ko['tags.notes'].replace('{tag}', tag) })
    .getByRole('listitem')
    .getByRole('link')

async function write(author: TestUser, topicNo: number, title: string, text: string): Promise<number> {
  return (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

test('a tag of an own note leads to the notes with it, which stay current', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const topicNo = await newTopic(author, '여행')
  await write(author, await newTopic(author, '일'), '회의', '#할일')
  const otherNo = await write(author, await newTopic(author, '책'), '읽은 책', '바다 #여행')
  const noteNo = await write(author, topicNo, '제주', '오늘 #여행 #할일')
  const page = await openAs(author, 1440, `/note?no=${noteNo}`)
  await expect(tags(page)).toHaveText(['#여행', '#할일'])
  await expect(tags(page).first()).toHaveAccessibleName('#여행, 노트 2개')
  await article(page).getByRole('link', { name: '#여행' }).click()
  await expect(page).toHaveURL(`/topics?tag=${encodeURIComponent('여행')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('#여행')
  await expect(notesWith(page, '여행')).toHaveText(['제주', '읽은 책'])
  await expect(page.getByRole('article').getByRole('heading', { name: '제주' })).toBeVisible()
  await expect(notesWith(page, '여행').first()).toHaveAttribute('aria-current', 'true')
  await author.call(updateNote, { noteNo: otherNo, title: '읽은 책', text: encodeText('바다') })
  await expect(notesWith(page, '여행')).toHaveText(['제주'])
  await expect(tags(page)).toHaveText(['#할일', '#여행'])
  await notesWith(page, '여행').first().click()
  await expect(article(page)).toHaveText('오늘 #여행 #할일')
})

test('a tag stays in one line unless it is longer than the line', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const text = Array.from({ length: 30 }, (_, index) => `${'가'.repeat(index)} #여행${index}`).join(', ')
  const noteNo = await write(author, await newTopic(author), '길이', `${text} #${'긴'.repeat(TAG_MAX)}`)
  const page = await openAs(author, 390, `/note?no=${noteNo}`)
  const links = article(page).getByRole('link')
  await expect(links).toHaveCount(31)
  const rows = await links.evaluateAll(all => all.map(link => link.getClientRects().length))
  expect(rows.slice(0, 30)).toEqual(Array(30).fill(1))
  expect(rows[30]).toBeGreaterThan(1)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test('own tags are suggested while one is typed', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const friend = await newUser(site.url, '친구')
  await write(friend, await newTopic(friend), '친구의 노트', '#여우')
  const topicNo = await newTopic(author)
  await write(author, topicNo, '하나', '#여행 #여름 #제주/여행')
  await write(author, topicNo, '둘', '#여행')
  const page = await openAs(author, 390, `/note/create?topic=${topicNo}`)
  const body = bodyField(page)
  const list = page.getByRole('listbox', { name: ko['tags.suggestions'] })
  await body.focus()
  await page.keyboard.insertText('오늘 ')
  const ime = await openInputMethod(page)
  await page.keyboard.type('#')
  for (const stage of ['ㅇ', '여']) await ime.compose(stage)
  await expect(list.getByRole('option')).toHaveText(['#여행', '#여름', '#제주/여행'])
  await ime.commit('여')
  await expect(body).toHaveValue('오늘 #여')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(body).toHaveValue('오늘 #여름')
  await expect(list).toBeHidden()
  await page.keyboard.type('\n# #ㅇ')
  await expect(list).toBeHidden()
  await page.keyboard.type('\n#ㅇㅎ')
  await list.getByRole('option', { name: '#제주/여행' }).click()
  await expect(body).toHaveValue('오늘 #여름\n# #ㅇ\n#제주/여행')
  await expect(body).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(body).toHaveValue('오늘 #여름\n# #ㅇ\n#ㅇㅎ')
})

test('on a phone the tags are below the topics, and a tag without notes says so', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  await write(author, await newTopic(author, '여행'), '제주', '#여행')
  const page = await openAs(author, 390, '/topics')
  await tags(page).first().click()
  await expect(notesWith(page, '여행')).toHaveText(['제주'])
  await page.goto('/topics?tag=none')
  await expect(page.getByText(ko['tags.empty'].replace('{tag}', 'none'))).toBeVisible()
})

test('in a room a tag is a plain word', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const noteNo = await write(author, await newTopic(author, '여행'), '제주', '오늘 #여행')
  await author.call(shareNote, { hubNo, noteNo })
  const page = await openAs(friend, 1440, `/note?no=${noteNo}&hub=${hubNo}`)
  await expect(article(page)).toHaveText('오늘 #여행')
  await expect(article(page).getByRole('link')).toHaveCount(0)
})
