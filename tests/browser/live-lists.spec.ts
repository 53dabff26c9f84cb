import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getBlocked } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { addMatching, getHubInfo, getHubs, markAsRead, nameHub } from '#protocol/hubs.ts'
import { deleteNote, deleteNotes, getLatestNotes, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { lookUp, makeHub, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import { hubRow } from './steps.ts'

/** Changes on other devices appear in the lists on the screen. */

const titlesOf = (page: Page) => () => page.getByRole('main').locator('.note-row__title').allTextContents()

test('lists show changes of another device, and stay still under the pointer', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두화면')
  const { subjects } = await author.call(createTopic, { title: '밭일' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.call(postNote, { topicNo, title: '감자', text: '' })
  const desktop = await openAs(author, DESKTOP, paths.notes(topicNo))
  const phone = await openAs(author, PHONE, paths.notes(topicNo))
  const bothShow = async (titles: string[]) => {
    for (const page of [desktop, phone]) await expect.poll(titlesOf(page)).toEqual(titles)
  }
  await bothShow(['감자'])

  const other = await author.call(postNote, { topicNo, title: '고구마', text: '' })
  await bothShow(['고구마', '감자'])
  await author.call(updateNote, { noteNo, title: '햇감자', text: encodeText('캤다'), version: 1 })
  await bothShow(['햇감자', '고구마'])
  const movedNo = await writeNote(author, '당근')
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([movedNo]), topicNo })
  await bothShow(['당근', '햇감자', '고구마'])

  await desktop.getByText('고구마').hover()
  await author.call(deleteNote, { noteNo: movedNo })
  await author.call(deleteNote, { noteNo: other.noteNo })
  await expect.poll(titlesOf(phone)).toEqual(['햇감자'])
  expect(await titlesOf(desktop)()).toEqual(['당근', '햇감자', '고구마'])
  await desktop.mouse.move(5, 5)
  await bothShow(['햇감자'])
})

test('changes made while the page is offline appear after the reconnect', async ({ site, openAs }) => {
  const author = await newUser(site.url, '끊긴화면')
  const { subjects } = await author.call(createTopic, { title: '밭일' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.call(postNote, { topicNo, title: '감자', text: '' })
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await waitForConnection(page)
  await expect.poll(titlesOf(page)).toEqual(['감자'])

  await page.context().setOffline(true)
  await author.call(postNote, { topicNo, title: '고구마', text: '' })
  await page.context().setOffline(false)
  await expect.poll(titlesOf(page)).toEqual(['고구마', '감자'])
})

test('many notes deleted at once cause one refetch at home @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '한꺼번에')
  const noteNos = await Promise.all(Array.from({ length: 10 }, (_, no) => writeNote(author, `${no}`)))
  const remainingNo = await writeNote(author, '남는 글')
  let eventCount = 0
  const page = await openAs(author, DESKTOP, paths.home, async opening => {
    await opening.clock.install()
    opening.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('note:deleted')) eventCount += 1
      }),
    )
  })
  await waitForConnection(page)
  await page.waitForLoadState('networkidle')
  // All events reach the page's clock at once, however long they take to arrive.
  await page.clock.pauseAt(Date.now() + 1_000)
  let requestCount = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === getLatestNotes.path) requestCount += 1
  })
  await author.call(deleteNotes, { noteNosJSON: JSON.stringify(noteNos) })
  await expect.poll(() => eventCount).toBe(noteNos.length)
  await page.clock.resume()
  const sheets = page.locator('.writing-sheets').getByRole('link')
  await expect(sheets).toHaveCount(1)
  await expect(sheets).toHaveAttribute('href', paths.updateNote(remainingNo))
  expect(requestCount).toBe(1)
})

test('rooms loaded at home are not refetched on the friends screen, which includes later changes @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, other] = [
    await newUser(site.url, '다시온이'),
    await newUser(site.url, '먼저친구'),
    await newUser(site.url, '나중친구'),
  ]
  await makeHub(friend, me)
  const page = await openAs(me, DESKTOP, paths.home)
  await waitForConnection(page)
  await expect(page.locator('.home-rooms').getByRole('link', { name: friend.name })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  await page.locator(`.header__menu a[href="${paths.friends}"]`).click()
  await expect(hubRow(page, friend.name)).toBeVisible()
  await expect.poll(() => requests).toContain(getBlocked.path)
  expect(requests).not.toContain(getHubs.path)

  // No screen shows the rooms now.
  await page.locator(`.header__menu a[href="${paths.topics}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await makeHub(other, me)
  await page.locator(`.header__menu a[href="${paths.friends}"]`).click()
  await expect(hubRow(page, other.name)).toBeVisible()
})

test('members are fetched once on the way to a note and back, and updated by events @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, third] = [
    await newUser(site.url, '읽는이'),
    await newUser(site.url, '쓰는이'),
    await newUser(site.url, '오는이'),
  ]
  const hubNo = await makeHub(friend, me)
  await shareNewNote(friend, hubNo, '함께 읽은 책')
  const page = await openAs(me, DESKTOP, paths.discussion(hubNo))
  await waitForConnection(page)
  const note = page.getByRole('link', { name: '함께 읽은 책' })
  await expect(note).toBeVisible()
  await page.waitForLoadState('networkidle')
  let requestCount = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === getHubInfo.path) requestCount += 1
  })
  await note.click()
  await expect(page.getByRole('log', { name: ko['comments.title'] })).toBeVisible()
  await lookUp(friend, third)
  await friend.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([third.userNo]),
    expectedResult: JSON.stringify([friend.userNo, me.userNo, third.userNo]),
  })
  await page.goBack()
  await expect(page.getByText(third.name)).not.toHaveCount(0)
  expect(requestCount).toBe(0)
})

test('a late response does not undo events that the list of rooms has applied @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, other] = [
    await newUser(site.url, '늦게듣는이'),
    await newUser(site.url, '나누는친구'),
    await newUser(site.url, '이름짓는친구'),
  ]
  const [hubNo, otherNo] = [await makeHub(friend, me), await makeHub(other, me)]
  await shareNewNote(friend, hubNo)
  const page = await openAs(me, DESKTOP, paths.friends)
  await waitForConnection(page)
  await page.waitForLoadState('networkidle')
  const askedFor = () => page.waitForResponse(`**${getHubs.path}`)
  await page.route(`**${markAsRead.path}`, async route => {
    const response = await route.fetch()
    const askedBecauseOfIt = askedFor()
    await other.call(nameHub, { hubNo: otherNo, name: '새로 지은 이름' })
    await askedBecauseOfIt
    await expect(hubRow(page, '새로 지은 이름')).toBeVisible()
    const askedAgain = askedFor()
    await route.fulfill({ response })
    await askedAgain
  })
  const read = hubRow(page, friend.name).getByRole('button', { name: ko['hubs.markAsRead'] })
  await read.click()
  await expect(read).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(hubRow(page, '새로 지은 이름')).toBeVisible()
})
