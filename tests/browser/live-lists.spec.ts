import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getBlocked } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { addMatching, getHubInfo, getHubs, markAsRead, nameHub } from '#protocol/hubs.ts'
import { deleteNote, deleteNotes, getLatestNotes, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { find, makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { connected, expect, test } from './fixtures.ts'
import { hubOf } from './steps.ts'

/** What its author does elsewhere comes into the lists on the screen. */

const titlesOf = (page: Page) => () => page.getByRole('main').locator('.note-row__title').allTextContents()

test('lists follow what is done on another device, and hold still under the pointer', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '두화면')
  const { subjects } = await author.does(createTopic, { title: '밭일' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title: '감자', text: '' })
  const desk = await openAs(author, DESKTOP, paths.notes(topicNo))
  const phone = await openAs(author, PHONE, paths.notes(topicNo))
  const bothShow = async (titles: string[]) => {
    for (const page of [desk, phone]) await expect.poll(titlesOf(page)).toEqual(titles)
  }
  await bothShow(['감자'])

  const other = await author.does(postNote, { topicNo, title: '고구마', text: '' })
  await bothShow(['고구마', '감자'])
  await author.does(updateNote, { noteNo, title: '햇감자', text: encodeText('캤다'), version: 1 })
  await bothShow(['햇감자', '고구마'])
  const elsewhere = await writeNote(author, '당근')
  await author.does(moveNotes, { noteNosJSON: JSON.stringify([elsewhere]), topicNo })
  await bothShow(['당근', '햇감자', '고구마'])

  await desk.getByText('고구마').hover()
  await author.does(deleteNote, { noteNo: elsewhere })
  await author.does(deleteNote, { noteNo: other.noteNo })
  await expect.poll(titlesOf(phone)).toEqual(['햇감자'])
  expect(await titlesOf(desk)()).toEqual(['당근', '햇감자', '고구마'])
  await desk.mouse.move(5, 5)
  await bothShow(['햇감자'])
})

test('what is done while the line is cut is in the lists once it is back', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '끊긴화면')
  const { subjects } = await author.does(createTopic, { title: '밭일' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.does(postNote, { topicNo, title: '감자', text: '' })
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await connected(page)
  await expect.poll(titlesOf(page)).toEqual(['감자'])

  await page.context().setOffline(true)
  await author.does(postNote, { topicNo, title: '고구마', text: '' })
  await page.context().setOffline(false)
  await expect.poll(titlesOf(page)).toEqual(['고구마', '감자'])
})

test('many notes deleted at once are asked for at home once @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '한꺼번에')
  const noteNos = await Promise.all(Array.from({ length: 10 }, (_, no) => writeNote(author, `${no}`)))
  const kept = await writeNote(author, '남는 글')
  let told = 0
  const page = await openAs(author, DESKTOP, paths.home, async opening => {
    await opening.clock.install()
    opening.on('websocket', line =>
      line.on('framereceived', ({ payload }) => {
        if (String(payload).includes('note:deleted')) told += 1
      }),
    )
  })
  await connected(page)
  await page.waitForLoadState('networkidle')
  // However long the news take to come, to the page they come together.
  await page.clock.pauseAt(Date.now() + 1_000)
  let asked = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === getLatestNotes.path) asked += 1
  })
  await author.does(deleteNotes, { noteNosJSON: JSON.stringify(noteNos) })
  await expect.poll(() => told).toBe(noteNos.length)
  await page.clock.resume()
  const sheets = page.locator('.writing-sheets').getByRole('link')
  await expect(sheets).toHaveCount(1)
  await expect(sheets).toHaveAttribute('href', paths.updateNote(kept))
  expect(asked).toBe(1)
})

test('rooms seen at home are not asked for again among the friends, where also what came in between is @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, other] = [
    await newPerson(site.url, '다시온이'),
    await newPerson(site.url, '먼저친구'),
    await newPerson(site.url, '나중친구'),
  ]
  await makeHub(friend, me)
  const page = await openAs(me, DESKTOP, paths.home)
  await connected(page)
  await expect(page.locator('.home-rooms').getByRole('link', { name: friend.name })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.locator(`.header__menu a[href="${paths.friends}"]`).click()
  await expect(hubOf(page, friend.name)).toBeVisible()
  await expect.poll(() => asked).toContain(getBlocked.path)
  expect(asked).not.toContain(getHubs.path)

  // No screen shows the rooms now.
  await page.locator(`.header__menu a[href="${paths.topics}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name: ko['topics.title'] })).toBeVisible()
  await makeHub(other, me)
  await page.locator(`.header__menu a[href="${paths.friends}"]`).click()
  await expect(hubOf(page, other.name)).toBeVisible()
})

test('who is in a room is asked for once on the way to a note and back, and told as it changes @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, third] = [
    await newPerson(site.url, '읽는이'),
    await newPerson(site.url, '쓰는이'),
    await newPerson(site.url, '오는이'),
  ]
  const hubNo = await makeHub(friend, me)
  await shareNewNote(friend, hubNo, '함께 읽은 책')
  const page = await openAs(me, DESKTOP, paths.discussion(hubNo))
  await connected(page)
  const note = page.getByRole('link', { name: '함께 읽은 책' })
  await expect(note).toBeVisible()
  await page.waitForLoadState('networkidle')
  let asked = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === getHubInfo.path) asked += 1
  })
  await note.click()
  await expect(page.getByRole('log', { name: ko['comments.title'] })).toBeVisible()
  await find(friend, third)
  await friend.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([third.userNo]),
    expectedResult: JSON.stringify([friend.userNo, me.userNo, third.userNo]),
  })
  await page.goBack()
  await expect(page.getByText(third.name)).not.toHaveCount(0)
  expect(asked).toBe(0)
})

test('a late answer takes back nothing that the list of rooms has heard meanwhile @long', async ({
  site,
  openAs,
}) => {
  const [me, friend, other] = [
    await newPerson(site.url, '늦게듣는이'),
    await newPerson(site.url, '나누는친구'),
    await newPerson(site.url, '이름짓는친구'),
  ]
  const [hubNo, otherNo] = [await makeHub(friend, me), await makeHub(other, me)]
  await shareNewNote(friend, hubNo)
  const page = await openAs(me, DESKTOP, paths.friends)
  await connected(page)
  await page.waitForLoadState('networkidle')
  const askedFor = () => page.waitForResponse(`**${getHubs.path}`)
  await page.route(`**${markAsRead.path}`, async route => {
    const response = await route.fetch()
    const askedBecauseOfIt = askedFor()
    await other.does(nameHub, { hubNo: otherNo, name: '새로 지은 이름' })
    await askedBecauseOfIt
    await expect(hubOf(page, '새로 지은 이름')).toBeVisible()
    const askedAgain = askedFor()
    await route.fulfill({ response })
    await askedAgain
  })
  const read = hubOf(page, friend.name).getByRole('button', { name: ko['hubs.markAsRead'] })
  await read.click()
  await expect(read).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(hubOf(page, '새로 지은 이름')).toBeVisible()
})
