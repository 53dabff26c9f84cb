import { paths } from '#client/paths.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import { ko } from '#protocol/text/ko.ts'
import { shareNewNote, type TestUser } from '#tests/support/users.ts'
import { createGate, delayRequests } from './delays.ts'
import { expect, PHONE, test } from './fixtures.ts'
import { card, cards, openLow, room, unreadDivider } from './room.ts'
import { chooseRoomAction, hubRow } from './steps.ts'

/** When the notes of a room become read. */

async function unreadTitles(reader: TestUser, hubNo: number): Promise<string[]> {
  const { notes } = await reader.call(getSharedNotes, { selectedHubNo: hubNo })
  return notes.filter(({ isNew }) => isNew).map(({ articleTitle }) => articleTitle)
}

test('a room opens at its first unread note, and notes in view become read', async ({ site, openAs }) => {
  const { reader, hubNo } = await room(site.url, 14)
  await reader.call(markAsRead, { hubNo, seq: 8 })
  const page = await openLow(openAs, reader, hubNo)
  await expect(unreadDivider(page)).toBeInViewport()
  await expect(cards(page).filter({ has: unreadDivider(page) })).toContainText('노트 9')
  await expect(card(page, '노트 14')).not.toBeInViewport()
  await expect(page).toHaveTitle(/^\([1-5]\) /)
  // The unread mark stays while the reader scrolls on.
  await expect(cards(page).filter({ hasText: '노트 9' }).getByText(ko['discussion.isNew'])).toBeVisible()
  for (const seq of [10, 11, 12, 13, 14]) {
    await card(page, `노트 ${seq}`).evaluate(element => element.scrollIntoView({ block: 'center' }))
    await expect.poll(() => unreadTitles(reader, hubNo)).not.toContain(`노트 ${seq}`)
  }
  await expect(page).not.toHaveTitle(/^\(/)
  await card(page, '노트 14').click()
  await expect(page.getByRole('heading', { level: 1, name: '노트 14' })).toBeVisible()
})

test('a room shows its new notes after more than a page of them arrived', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, SHARED_NOTES_PER_PAGE)
  await reader.call(markAsRead, { hubNo })
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  await expect(card(page, '노트 9')).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: ko['discussion.friendList'] }).click()
  await expect(hubRow(page, author.name)).toBeVisible()
  for (let number = 10; number <= 20; number++) await shareNewNote(author, hubNo, `노트 ${number}`)
  const answer = await delayRequests(page, `**${getSharedNotes.path}`)
  await hubRow(page, author.name).getByRole('link').first().click()
  // The cards of the earlier visit.
  await expect(card(page, '노트 9')).toBeVisible()
  answer()
  await expect(card(page, '노트 12')).toBeInViewport()
})

test('unread notes of other pages stay unread until all are marked @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 12)
  const page = await openLow(openAs, reader, hubNo)
  const older = page.getByRole('link', { name: '안 읽은 노트 3개가 이전 쪽에 더 있어요' })
  await expect(older).toBeInViewport()
  await expect(older).toHaveAttribute('href', `${paths.discussion(hubNo)}&page=2`)
  const pill = page.getByRole('button', { name: '새 노트 1개' })
  await shareNewNote(author, hubNo, '방금 나눈 노트')
  await expect(pill).toBeVisible()
  await card(page, '노트 4').scrollIntoViewIfNeeded()
  await expect(page).toHaveTitle(/^\(\d+\) /)
  const mark = page.getByRole('main').getByText(ko['discussion.isNew'], { exact: true })
  await expect(mark.first()).toBeVisible()
  await chooseRoomAction(page, ko['hubs.markAsRead'])
  await expect(page).not.toHaveTitle(/^\(/)
  await expect(mark).toHaveCount(0)
  await expect(pill).toHaveCount(0)
  await page.reload()
  await expect(card(page, '노트 12')).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('a card below the bottom bar does not count as seen @long', async ({ site, openAs }) => {
  const { reader, hubNo } = await room(site.url, SHARED_NOTES_PER_PAGE)
  const unread = () => unreadTitles(reader, hubNo)
  // In a lower window the bar is static at the end of the page.
  const page = await openLow(openAs, reader, hubNo, 540)
  await expect(card(page, '노트 9')).toBeAttached()
  const under = () =>
    page.evaluate(() => {
      const footer = document.querySelector('.bottom-bar')?.getBoundingClientRect().top ?? 0
      const last = [...document.querySelectorAll('[data-seq]')].at(-1)?.getBoundingClientRect().top ?? 0
      window.scrollBy({ top: last - footer - 1, behavior: 'instant' })
      return last - footer
    })
  // Cards change their height while the room loads, so scroll again until they are stable.
  await expect.poll(under).toBeCloseTo(1, 0)
  await expect.poll(unread).not.toContain('노트 8')
  expect(await unread()).toContain('노트 9')
  // Between the bars.
  await card(page, '노트 9').evaluate(link => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect.poll(unread).not.toContain('노트 9')
})

test('a note seen before the unread count is loaded becomes read @long', async ({ site, openAs }) => {
  const { reader, hubNo } = await room(site.url, 1)
  const page = await openAs(reader, PHONE, '/icon.svg')
  const late = createGate()
  await page.route(`**${getUnread.path}`, async route => {
    const response = await route.fetch()
    await late.opened
    await route.fulfill({ response }).catch(() => undefined)
  })
  const markedSeen = page.waitForResponse(`**${markSeen.path}`)
  await page.goto(paths.discussion(hubNo))
  await markedSeen
  const counted = page.waitForResponse(`**${getUnread.path}`)
  late.open()
  await counted
  await expect(page).not.toHaveTitle(/^\(/)
})
