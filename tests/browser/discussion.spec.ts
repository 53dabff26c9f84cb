import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteComment } from '#protocol/comments.ts'
import { getHubInfo, markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { card, cards, newNotesButton, openLow, room, unreadDivider } from './room.ts'
import { chooseNoteAction, newHub } from './steps.ts'
import { commentBox, membersLine } from './thread.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a room opens with its last card whole, at every width @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, SHARED_NOTES_PER_PAGE + 1)
  await reader.call(markAsRead, { hubNo })
  for (const width of [PHONE, 1024, 1440]) {
    await test.step(`${width} px`, async () => {
      const page = await openAs(reader, width, paths.discussion(hubNo), low =>
        low.setViewportSize({ width, height: 600 }),
      )
      const last = cards(page).last()
      await expect(last).toBeInViewport()
      // The phone's bottom bar loads after the screen, which makes room for it.
      await expect
        .poll(() =>
          last.evaluate(card => {
            const footer = document.querySelector('.feed-footer')?.getBoundingClientRect()
            return Math.floor(card.getBoundingClientRect().bottom) - (footer?.top ?? 0)
          }),
        )
        .toBeLessThanOrEqual(0)
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      // The focus continues at the visible card.
      await page.keyboard.press('Tab')
      await expect(last.getByRole('link')).toBeFocused()

      const name = page.getByRole('heading', { level: 1, name: author.name })
      await expect(name).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('link', { name: ko['discussion.friendList'] }).last()).toBeInViewport({
        ratio: 1,
      })
      // The reader can share a note in reply.
      await expect(page.getByRole('button', { name: ko['shares.fromRoom'] })).toBeInViewport({ ratio: 1 })
      // No focused element lies below the footer.
      const first = card(page, '노트 3')
      await first.focus()
      const header = (await page.locator('.room-header').boundingBox()) ?? { y: 0, height: 0 }
      expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual(header.y + header.height)
    })
  }
})

test('a room and a thread show each day once, and times below @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 2)
  const noteNo = await shareNewNote(author, hubNo, '노트 3')
  await comment(author, { noteNo, hubNo }, '하나')
  await comment(reader, { noteNo, hubNo }, '둘')
  const tomorrow = (page: Page) => page.clock.setFixedTime(Date.now() + DAY_MS)

  for (const [path, above, count] of [
    [paths.discussion(hubNo), page => page.getByRole('main').locator('.shared-notes'), 3],
    [paths.noteInHub(noteNo, hubNo), page => page.getByRole('log'), 2],
  ] satisfies [string, (page: Page) => Locator, number][]) {
    const list = above(await openAs(reader, 1024, path, tomorrow))
    await expect(list.getByRole('time')).toHaveText(Array(count).fill(/^(오전|오후) \d+:\d\d$/))
    await expect(list.getByText(ko['time.yesterday'], { exact: true })).toHaveCount(1)
  }
})

test('a room lists the oldest card first, and a new card moves no other', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, SHARED_NOTES_PER_PAGE + 1)
  await reader.call(markAsRead, { hubNo })
  const page = await openLow(openAs, reader, hubNo, 540)
  await expect(cards(page)).toHaveCount(SHARED_NOTES_PER_PAGE)
  await expect(cards(page).first()).toContainText('노트 2')
  await expect(card(page, '노트 10')).toBeInViewport()
  await expect(unreadDivider(page)).toBeHidden()
  // The phone's bottom bar loads after the screen, which makes room for it.
  await expect(page.getByRole('navigation', { name: ko['shell.bottomBar'] })).toBeVisible()
  await expect(membersLine(page)).toBeVisible()

  const aimed = card(page, '노트 3')
  await aimed.scrollIntoViewIfNeeded()
  await aimed.hover()
  const position = await aimed.boundingBox()
  await shareNewNote(author, hubNo, '기다리는 노트')
  await shareNewNote(author, hubNo, '또 기다리는 노트')
  await expect(newNotesButton(page)).toHaveText('새 노트 2개')
  expect(await aimed.boundingBox()).toEqual(position)
  await expect(cards(page)).toHaveCount(SHARED_NOTES_PER_PAGE + 2)
  await expect(page).toHaveTitle(/^\(2\) /)

  await newNotesButton(page).click()
  await expect(card(page, '기다리는 노트')).toBeFocused()
  await expect(card(page, '또 기다리는 노트')).toBeInViewport()
  await expect(newNotesButton(page)).toBeHidden()
  await expect(page).not.toHaveTitle(/^\(/)

  await page.reload()
  await expect(cards(page)).toHaveCount(SHARED_NOTES_PER_PAGE)
  await expect(cards(page).last()).toContainText('또 기다리는 노트')
})

test('the button for new notes covers no page number on a phone', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 2 * SHARED_NOTES_PER_PAGE + 1)
  await reader.call(markAsRead, { hubNo })
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  const pageNumbers = page.getByRole('navigation', { name: ko['page.label'] })
  await pageNumbers.getByRole('button', { name: /2쪽으로/ }).click()
  await expect(card(page, '노트 2')).toBeVisible()
  await shareNewNote(author, hubNo, '기다리는 노트')
  await expect(newNotesButton(page)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const numbers = await pageNumbers.boundingBox()
  const button = await newNotesButton(page).boundingBox()
  if (numbers === null || button === null) throw new Error('nothing to compare')
  expect(button.y).toBeGreaterThanOrEqual(numbers.y + numbers.height)
  await expect(newNotesButton(page)).toBeInViewport({ ratio: 1 })
})

test('a first comment that arrives moves no card', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 2)
  const noteNo = await shareNewNote(author, hubNo, '첫 댓글을 기다리는 노트')
  await shareNewNote(author, hubNo, '아래에 있는 노트')
  await reader.call(markAsRead, { hubNo })
  for (const width of [PHONE, DESKTOP]) {
    await test.step(`${width} px`, async () => {
      const page = await openAs(reader, width, paths.discussion(hubNo))
      const commented = cards(page).filter({ hasText: '첫 댓글을 기다리는 노트' })
      const below = cards(page).filter({ hasText: '아래에 있는 노트' })
      await expect(membersLine(page)).toBeVisible()
      await below.hover()
      const positions = () => Promise.all([commented, below].map(one => one.boundingBox()))
      const before = await positions()
      const commentNo = await comment(author, { hubNo, noteNo }, '첫마디')
      await expect(commented).toContainText('첫마디')
      expect(await positions()).toEqual(before)
      await author.call(deleteComment, { commentNo })
      await expect(commented).not.toContainText('첫마디')
    })
  }
})

test('the members of a large room are searched by name @long', async ({ site, openAs }) => {
  const names = ['김하나', ...Array.from({ length: 11 }, (_, index) => `박둘${index}`), '이세찬']
  const [maker, ...others] = await Promise.all(names.map(name => newUser(site.url, name)))
  if (!maker) throw new Error('no user')
  const page = await openAs(maker, PHONE, paths.discussion(await makeHub(maker, ...others)))
  await membersLine(page).click()
  const dialog = page.getByRole('dialog')
  const members = dialog.getByRole('listitem')
  await expect(members).toHaveCount(names.length)
  await dialog.getByRole('searchbox').fill('이세')
  await expect(members).toHaveCount(1)
  await expect(members).toContainText('이세찬')
  await dialog.getByRole('searchbox').fill('')
  await expect(members).toHaveCount(names.length)
})

test('a withdrawn card leaves a placeholder, and no other card moves @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 2)
  const noteNo = await shareNewNote(author, hubNo, '거둘 노트')
  for (const title of ['아래 노트', '맨 아래 노트']) await shareNewNote(author, hubNo, title)
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  await expect(membersLine(page)).toBeVisible()
  const aimed = card(page, '아래 노트')
  await aimed.hover()
  const position = await aimed.boundingBox()
  await author.call(unshareNote, { hubNo, noteNo })
  await expect(card(page, '거둘 노트')).toBeHidden()
  await expect(cards(page)).toHaveCount(4)
  expect(await aimed.boundingBox()).toEqual(position)
})

test('after the first note of a day is withdrawn, the day stays @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 0)
  const noteNo = await shareNewNote(author, hubNo, '거둘 노트')
  await shareNewNote(author, hubNo, '아래 노트')
  const page = await openAs(reader, PHONE, paths.discussion(hubNo))
  await expect(membersLine(page)).toBeVisible()
  const below = card(page, '아래 노트')
  const position = await below.boundingBox()
  const name = cards(page).getByText(author.name, { exact: true })
  const day = page.getByRole('listitem').filter({ has: page.getByText(ko['time.today'], { exact: true }) })
  await expect(day).toHaveCount(1)

  await author.call(unshareNote, { hubNo, noteNo })
  await expect(card(page, '거둘 노트')).toBeHidden()
  await expect(day).toHaveCount(1)
  await expect(name).toHaveCount(1)
  await expect(name).toBeInViewport()
  expect(await below.boundingBox()).toEqual(position)
})

test('a note pinned by one member is on top for every member @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  for (const title of ['장보기 목록', '여행 일정 '.repeat(6).trim(), '회의록'])
    await shareNewNote(author, hubNo, title)
  const pages = await Promise.all([
    openAs(reader, PHONE, paths.discussion(hubNo)),
    openAs(author, 1440, paths.discussion(hubNo)),
  ])
  const [phone, desktop] = pages
  const pinned = (page: Page) => page.getByRole('region', { name: ko['discussion.pinned'] })
  await test.step('on touch screens cards have no pin; the menu of the note has it', async () => {
    await card(phone, '회의록').click()
    await chooseNoteAction(phone, ko['discussion.pinHere'])
    const [toast, box] = await Promise.all(
      [phone.getByText(ko['discussion.pinnedHere']), commentBox(phone)].map(one => one.boundingBox()),
    )
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(box?.y ?? 0)
    await expect(pinned(desktop)).toContainText('회의록')
    await phone.goBack()
    await expect(pinned(phone)).toContainText('회의록')
    await expect(phone.getByRole('button', { name: /^맨 위에 고정/ })).toHaveCount(0)
  })

  const pin = desktop.getByRole('button', { name: '맨 위에 고정: 장보기 목록' })
  await desktop.getByText('장보기 목록').hover()
  await pin.focus()
  await pin.press('Enter')
  await expect(pinned(phone)).toContainText('장보기 목록')
  // The focused button keeps the focus, or the button that replaces it gets it.
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await desktop.getByRole('button', { name: '고정 풀기: 장보기 목록' }).press('Enter')
  for (const page of pages) await expect(pinned(page)).toBeHidden()
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('aria-pressed', 'false')

  await test.step('the menu of an open note follows a pin of another member', async () => {
    await card(phone, '장보기 목록').click()
    await expect(phone.locator('.note-bar .action-menu')).toBeVisible()
    await pin.press('Enter')
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await chooseNoteAction(phone, ko['discussion.unpinHere'])
    await expect(pinned(desktop)).toBeHidden()
  })
})

test('an address without a room leads to the last opened one @long', async ({ site, openAs }) => {
  const { author, reader, hubNo } = await room(site.url, 1)
  const page = await openAs(reader, 1440, '/discussion')
  await expect(page).toHaveURL(paths.friends)
  await test.step('opening a note by its address marks it as read', async () => {
    const noteNo = await shareNewNote(author, hubNo, '주소로 여는 노트')
    await page.goto(paths.note(noteNo))
    await expect(page.getByRole('heading', { name: '주소로 여는 노트' })).toBeVisible()
    await expect(page).toHaveTitle(/^\(1\) /)
  })

  await page.goto(paths.friends)
  await page.getByRole('link', { name: author.name }).first().click()
  // The address changes before the screen, which stores the room.
  await expect(page.getByRole('heading', { level: 1, name: author.name })).toBeVisible()
  await page.goto('/discussion')
  await expect(page).toHaveURL(paths.discussion(hubNo))

  await test.step('a member list that fails to load shows the error in its place, with a retry', async () => {
    await page.route(`**${getHubInfo.path}`, route => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()

    await page.getByRole('button', { name: ko['hubs.loadFailedHeader'] }).click()
    await expect(page.getByRole('alert')).toContainText(ko['hubs.loadFailed'])
    await page.unroute(`**${getHubInfo.path}`)
    await page.getByRole('button', { name: ko['common.retry'] }).click()
    await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(/^이 방의 친구 \(2\)/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: author.name })).toBeVisible()
  })
})
