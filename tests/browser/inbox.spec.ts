import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteComment, postComment } from '#protocol/comments.ts'
import { muteHub } from '#protocol/hubs.ts'
import {
  getInbox,
  markAllNotificationsSeen,
  markNotificationSeen,
  notificationTargets,
} from '#protocol/inbox.ts'
import { setReaction } from '#protocol/reactions.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { newHub } from './steps.ts'
import { anyNewCommentsButton } from './thread.ts'

const TWO_HOURS_MS = 2 * 60 * 60 * 1000

/** Opens an author's desktop and phone, and a room with a friend and a note of the author. */
async function newRoom(site: Site, openAs: OpenAs) {
  const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
  const threadKey = { hubNo, noteNo: await shareNewNote(author, hubNo, '질문 셋') }
  await author.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  const desktop = await openAs(author, 1280, paths.topics)
  const phone = await openAs(author, 390, paths.topics)
  for (const page of [desktop, phone]) await expect(bell(page)).toBeVisible()
  return { author, friend, threadKey, desktop, phone }
}
/** On a phone the bell links to the screen; elsewhere it opens the panel. */
const bellNamed = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name }))
const bell = (page: Page) => bellNamed(page, /^소식,/)
const numbered = (page: Page, count: number) => bellNamed(page, formatText(ko, 'inbox.bell', { count }))
const silent = (page: Page) => bellNamed(page, ko['inbox.bellNone'])
const panel = (page: Page) => page.getByRole('dialog', { name: ko['inbox.title'] })
const entry = (list: Locator, text: string) => list.getByRole('link').filter({ hasText: text })

test('a notification shows on every device, leads there, and clears', async ({ site, openAs }) => {
  const { author, friend, threadKey, desktop, phone } = await newRoom(site, openAs)
  await expect(desktop.getByRole('heading', { level: 1 })).toBeVisible()
  const title = await desktop.title()
  await comment(friend, threadKey, `@${author.name} 이 골목이 맞아요?`)
  for (const page of [desktop, phone]) await expect(numbered(page, 1)).toBeVisible()
  await expect(desktop).toHaveTitle(`• ${title}`)

  await bell(desktop).click()
  await expect(entry(panel(desktop), '이 골목이 맞아요?')).toContainText(`${friend.name}님이 나를 불렀어요`)
  await expectAccessible(desktop)
  await entry(panel(desktop), '이 골목이 맞아요?').click()
  await expect(panel(desktop)).toBeHidden()
  await expect(desktop.getByRole('log').getByText('이 골목이 맞아요?')).toBeInViewport()
  for (const page of [desktop, phone]) await expect(silent(page)).toBeVisible()
  await expect(desktop).not.toHaveTitle(/^•/)

  // A comment that arrives in view notifies and is cleared at once.
  await comment(friend, threadKey, '하나 더요')
  await expect(desktop.getByRole('log').getByText('하나 더요')).toBeVisible()
  await expect(silent(phone)).toBeVisible()
})

test('a link to a mention clears its notification, although comments above it stay unread', async ({
  site,
  openAs,
}) => {
  const { author, friend, threadKey, desktop, phone } = await newRoom(site, openAs)
  for (let number = 1; number <= 20; number += 1) await comment(friend, threadKey, `이야기 ${number}번째`)
  const mentionNo = await comment(friend, threadKey, `@${author.name} 이 골목이 맞아요?`)
  await expect(numbered(desktop, 2)).toBeVisible()
  // As from a mail or a push notification.
  await phone.goto(paths.commentInHub(threadKey, mentionNo))
  await expect(numbered(desktop, 1)).toBeVisible()
  await bell(desktop).click()
  await expect(entry(panel(desktop), '이야기 20번째')).toBeVisible()
  await expect(anyNewCommentsButton(phone)).toBeVisible()

  await test.step('and so do replies and mentions that arrive in view', async () => {
    const ownNo = await comment(author, threadKey, '네, 이 골목이에요.')
    const request = { ...threadKey, text: '그럼 갈게요.', replyTo: ownNo, requestKey: randomUUID() }
    const { commentNo: replyNo } = (await friend.call(postComment, request)).comment
    const laterNo = await comment(friend, threadKey, `@${author.name} 같이 가요.`)
    await expect(phone.getByRole('log').getByText('같이 가요.')).toBeInViewport()
    const isNew = async (commentNo: number) =>
      (await author.call(getInbox, {})).news.find(
        ({ thing }) => thing === notificationTargets.comment(commentNo),
      )?.isNew
    for (const commentNo of [replyNo, laterNo]) await expect.poll(() => isNew(commentNo)).toBe(false)
    await expect(anyNewCommentsButton(phone)).toBeVisible()
  })
})

test('entries that arrive while the list is open are added on request @long', async ({ site, openAs }) => {
  const { friend, threadKey, phone, desktop } = await newRoom(site, openAs)
  await bell(phone).click()
  await expect(phone).toHaveURL(paths.inbox)
  const list = phone.getByRole('main')
  await expect(list.getByText(ko['inbox.empty'])).toBeVisible()
  await comment(friend, threadKey, '첫 댓글')
  await list.getByRole('button', { name: formatText(ko, 'inbox.waiting', { count: 1 }) }).click()
  await expect(entry(list, '첫 댓글')).toBeVisible()
  await comment(friend, threadKey, '둘째 댓글')
  await friend.call(setReaction, { ...threadKey, isOn: true })
  const waiting = list.getByRole('button', { name: formatText(ko, 'inbox.waiting', { count: 2 }) })
  await expect(waiting).toBeVisible()
  await expect(entry(list, '첫 댓글')).toBeVisible()
  await waiting.click()
  await expect(entry(list, '댓글 2개를 남겼어요')).toContainText('둘째 댓글')
  await expect(entry(list, '내 노트에 공감했어요')).toBeVisible()
  const seeAll = list.getByRole('button', { name: ko['inbox.seeAll'] })
  await phone.route(`**${markAllNotificationsSeen.path}`, route => route.fulfill({ status: 500, body: '' }))
  await seeAll.click()
  await expect(list.getByRole('alert')).toHaveText(ko['error.internal'])
  await expectAccessible(phone)
  await phone.unroute(`**${markAllNotificationsSeen.path}`)
  await seeAll.click()
  await expect(list.getByText(ko['inbox.isNew'])).toHaveCount(0)
  await expect(list.getByRole('alert')).toHaveCount(0)
  await expect(silent(phone)).toHaveAttribute('aria-current', 'page')

  await bell(desktop).click()
  await panel(desktop).getByRole('button', { name: ko['inbox.close'] }).click()
  await expect(silent(desktop)).toBeFocused()

  await test.step('below the heading of its day an entry shows only the time', async () => {
    await comment(friend, threadKey, '이 골목이 맞아요?')
    await expect(numbered(desktop, 1)).toBeVisible()
    await desktop.clock.setFixedTime(Date.now() + TWO_HOURS_MS)
    await bell(desktop).click()
    const time = entry(panel(desktop), '이 골목이 맞아요?').locator('time')
    await expect(time).toHaveText(/^(오전|오후) \d+:\d\d$/)
    await time.hover()
    await expect(time).toHaveAttribute('title', /^\d{4}\. /)

    // With forced colours a dot still marks new entries.
    await desktop.emulateMedia({ forcedColors: 'active' })
    const dots = [
      [paths.inbox, '.notification__dot', undefined],
      [paths.discussion(threadKey.hubNo), '.card-comment__count--new', '::before'],
    ] as const
    for (const [path, marked, pseudo] of dots) {
      await desktop.goto(path)
      const colour = await desktop
        .locator(marked)
        .first()
        .evaluate((element, part) => getComputedStyle(element, part).backgroundColor, pseudo)
      await expect(desktop.locator('body')).not.toHaveCSS('background-color', colour)
    }
  })
})

test('the inbox filters its list and shows muted rooms @long', async ({ site, openAs }) => {
  const { author, friend, threadKey, desktop: page } = await newRoom(site, openAs)
  await comment(friend, threadKey, '그냥 한 말')
  const called = await comment(friend, threadKey, `@${author.name} 여기요`)
  await author.call(muteHub, { hubNo: threadKey.hubNo, isMuted: true })
  await page.goto(paths.inbox)
  const main = page.getByRole('main')
  const [talk, call] = [main.getByText('내 노트에 댓글을 남겼어요'), main.getByText('나를 불렀어요')]
  await expect(talk).toBeVisible()
  await main.getByRole('button', { name: ko['inbox.toMe'] }).click()
  await expect(call).toBeVisible()
  await expect(talk).toHaveCount(0)
  await friend.call(deleteComment, { commentNo: called })
  await expect(main.getByText(ko['inbox.noneToMe'])).toBeVisible()
  const settings = main.getByRole('button', { name: ko['inbox.settings'] })
  await settings.click()
  await expect(main.getByRole('heading', { name: ko['push.title'] })).toBeVisible()
  await expect(main.getByRole('button', { name: ko['inbox.toMe'] })).toHaveCount(0)
  await expectAccessible(page)
  await main.getByText(formatText(ko, 'inbox.mutedRooms', { count: 1 })).click()
  await expect(main.getByText(friend.name)).toBeVisible()
  await main.getByRole('button', { name: ko['hubs.unmute'] }).click()
  await expect(main.getByText(ko['inbox.mutedMeaning'])).toHaveCount(0)
  await settings.click()
  await expect(settings).toBeFocused()
  await expect(main.getByText(ko['inbox.noneToMe'])).toBeVisible()
  // Going back leads from the settings to the list, and from an entry to the filtered list.
  await settings.click()
  await expect(main.getByRole('heading', { name: ko['push.title'] })).toBeVisible()
  await page.goBack()
  await expect(main.getByText(ko['inbox.noneToMe'])).toBeVisible()
  await comment(friend, threadKey, `@${author.name} 다시 여기요`)
  await page.reload()
  await call.click()
  await expect(page).toHaveURL(/\/note/)
  await page.goBack()
  await expect(call).toBeVisible()
  await expect(talk).toHaveCount(0)

  // Signing out ends the undo.
  await page.goto(paths.friends)
  await page.getByRole('button', { name: /더 보기$/ }).click()
  await page.getByRole('menuitem', { name: ko['hubs.mute'] }).click()
  const undo = page.getByRole('button', { name: ko['common.undo'] })
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(undo).toHaveCount(0)
})

test('a new room notifies until it is opened, and offline says so @long', async ({ site, openAs }) => {
  const [maker, invited] = [await newUser(site.url, '부르는 이'), await newUser(site.url)]
  const page = await openAs(invited, 1280, paths.topics)
  await makeHub(maker, invited)
  await expect(numbered(page, 1)).toBeVisible()
  await page.context().setOffline(true)
  await bell(page).click()
  await expect(panel(page).getByText(ko['inbox.loadFailed'])).toBeVisible()
  await page.context().setOffline(false)
  await entry(panel(page), `${maker.name}님이 새 방에 초대했어요`).click()
  await expect(page).toHaveURL(/\/discussion\?hub=/)
  await expect(silent(page)).toBeVisible()
})
