import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { deleteNote, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, suggest, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { newMember, opinionRow, waitForAgoraEvents } from './agora.ts'
import { delayRequests } from './delays.ts'
import { bodyField, newTopic, titleField } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test, waitForConnection } from './fixtures.ts'

/** Changes on other devices appear in the lists on the screen. */

const titlesOf = (page: Page) => () => page.getByRole('main').locator('.note-row__title').allTextContents()

test('lists show changes of another device, and stay still under the pointer', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두화면')
  const topicNo = await newTopic(author, '밭일')
  const { noteNo } = await author.call(postNote, { topicNo, title: '감자', text: '' })
  const desktop = await openAs(author, DESKTOP, paths.notes(topicNo))
  const phone = await openAs(author, PHONE, paths.notes(topicNo))
  const bothShow = async (titles: string[]) => {
    for (const page of [desktop, phone]) await expect.poll(titlesOf(page)).toEqual(titles)
  }
  await bothShow(['감자'])
  await waitForConnection(desktop)

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

  await test.step('changes made while the page is offline appear after the reconnect', async () => {
    await desktop.context().setOffline(true)
    await author.call(postNote, { topicNo, title: '고구마', text: '' })
    await desktop.context().setOffline(false)
    await bothShow(['고구마', '햇감자'])
  })
})

/** Lists that were loaded and cannot be refetched. */

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`loaded lists stay on the screen offline, and say so (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '산길')
    const topicNo = await newTopic(author, '산행 일지')
    await author.call(postNote, { topicNo, title: '관악산', text: '' })
    const page = await openAs(author, width, paths.notes(topicNo), ({ clock }) => clock.install())
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: '관악산' })).toBeVisible()
    await main.getByRole('link', { name: ko['notes.write'] }).click()
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await titleField(page).fill('북한산')
    await bodyField(page).fill('백운대')
    // Longer than the in-memory cache keeps a response.
    await page.clock.fastForward('10:00')
    await page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

    await expect(main.getByRole('heading', { level: 1, name: '산행 일지' })).toBeVisible()
    await expect(main.getByRole('link', { name: '관악산' })).toBeVisible()
    await expect(main.getByText(ko['list.kept']).first()).toBeVisible()
    await expect(main.getByText(ko['list.loadFailed'])).toHaveCount(0)
    await expectAccessible(page)

    await page.context().setOffline(false)
    await expect(main.getByText(ko['notes.unsentMark'])).toHaveCount(0)
    await expect(main.getByRole('link', { name: '북한산' })).toBeVisible()
    await expect(main.getByText(ko['list.kept'])).toHaveCount(0)
  })

test('a list requested just before leaving is available offline @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '걸음')
  const topicNo = await newTopic(author, '걷기')
  await author.call(postNote, { topicNo, title: '둘레길', text: '' })
  const page = await openAs(author, PHONE, paths.home)
  const release = await delayRequests(page, '**/api/note/getnotes')
  await page.goto(paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(page.getByRole('textbox', { name: ko['notes.title'] })).toBeVisible()
  const answered = page.waitForResponse('**/api/note/getnotes')
  release()
  await (await answered).finished()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: '둘레길' })).toBeVisible()
})

test('new opinions wait while the user reports one @long', async ({ site, openAs }) => {
  const writer = await newMember(site, '쓴사람')
  const { opinion } = await suggest(writer)
  const page = await openAs(await newMember(site, '읽는이'), DESKTOP, '/agora')
  await waitForAgoraEvents(page, writer)
  await opinionRow(page, opinion)
    .getByRole('button', { name: formatText(ko, 'agora.more', { name: writer.name }) })
    .click()
  await page.getByRole('menuitem', { name: ko['reports.report'] }).click()
  const details = page.getByRole('dialog').getByLabel(ko['reports.words'])
  await details.fill('쓰다 만 신고')

  for (let count = 0; count < 7; count += 1) await suggest(writer)
  await expect(page.getByText(formatText(ko, 'agora.newOnes', { count: 7 }))).toBeVisible()
  await expect(details).toHaveValue('쓰다 만 신고')
})
