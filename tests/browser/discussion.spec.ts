import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { COMMENTS_AT_ONCE, SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote } from '#tests/support/person.ts'
import { expect, test } from './fixtures.ts'

const PHONE = 390

const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const waiting = (page: Page) => page.getByRole('button', { name: /^새 노트 \d+개 보기$/ })

test('new notes come in at the top, and wait while one reads further down', async ({ site, openAs }) => {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  for (let number = 1; number <= SHARED_NOTES_PER_PAGE; number++)
    await shareNewNote(author, hubNo, `노트 ${number}`)
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  await expect(card(page, '노트 1')).toBeVisible()

  await shareNewNote(author, hubNo, '바로 보이는 노트')
  await expect(card(page, '바로 보이는 노트')).toBeInViewport()
  await expect(waiting(page)).toBeHidden()

  const read = card(page, '노트 2')
  await read.scrollIntoViewIfNeeded()
  const place = await read.boundingBox()
  await shareNewNote(author, hubNo, '기다리는 노트')
  await shareNewNote(author, hubNo, '또 기다리는 노트')
  await expect(waiting(page)).toHaveText('새 노트 2개 보기')
  expect(await read.boundingBox()).toEqual(place)
  await expect(card(page, '기다리는 노트')).toBeHidden()
  await expect(page).toHaveTitle(/^\(2\) /)

  await waiting(page).click()
  await expect(card(page, '또 기다리는 노트')).toBeFocused()
  await expect(card(page, '기다리는 노트')).toBeInViewport()
  await expect(waiting(page)).toBeHidden()
  await expect(page).not.toHaveTitle(/^\(/)

  // What could not be told to be read is told after the break.
  await page.route('**/api/friends/markasread', route => route.abort(), { times: 1 })
  await Promise.all([page.waitForEvent('requestfailed'), shareNewNote(author, hubNo, '못 전한 노트')])
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page).not.toHaveTitle(/^\(/)
})

test('a long thread is shown from its end, and goes on while its beginning is read', async ({
  site,
  openAs,
}) => {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const thread = { hubNo, noteNo: await shareNewNote(author, hubNo, '할 말이 많은 노트') }
  for (let number = 1; number <= COMMENTS_AT_ONCE + 3; number++)
    await comment(author, thread, `${number}번째 말`)
  const page = await openAs(reader, PHONE, paths.noteInHub(thread.noteNo, hubNo))
  const comments = page.getByRole('log').getByRole('listitem')
  await expect(comments).toHaveCount(COMMENTS_AT_ONCE)
  await expect(comments.first()).toContainText('4번째 말')

  await page.getByRole('button', { name: ko['comments.older'] }).click()
  await expect(comments).toHaveCount(COMMENTS_AT_ONCE + 3)
  await comment(author, thread, '마지막 말')
  await expect(comments.last()).toContainText('마지막 말')
  await expect(comments.first()).toContainText('1번째 말')
})

test('a note that one member pins stands above all others on the screens of everybody', async ({
  site,
  openAs,
}) => {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  for (const title of ['장보기 목록', '여행 일정 '.repeat(6).trim(), '회의록'])
    await shareNewNote(author, hubNo, title)
  const pages = await Promise.all([
    openAs(reader, PHONE, paths.discussion(hubNo)),
    openAs(author, 1440, paths.discussion(hubNo)),
  ])
  const [phone, desktop] = pages
  await phone.getByRole('button', { name: '맨 위에 고정: 회의록' }).click()
  for (const page of pages)
    await expect(page.getByRole('region', { name: ko['discussion.pinned'] })).toContainText('회의록')

  await desktop.getByText('장보기 목록').hover()
  await desktop.getByRole('button', { name: '맨 위에 고정: 장보기 목록' }).click()
  await expect(phone.getByRole('region', { name: ko['discussion.pinned'] })).toContainText('장보기 목록')
  await phone.getByRole('button', { name: '고정 풀기: 장보기 목록' }).click()
  for (const page of pages)
    await expect(page.getByRole('region', { name: ko['discussion.pinned'] })).toBeHidden()
})
