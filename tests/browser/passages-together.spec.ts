import { paths } from '#client/paths.ts'
import { markNotificationSeen, notificationTargets } from '#protocol/inbox.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import { addToHub, lookUp, newUser, writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, PHONE, test, waitForConnection } from './fixtures.ts'
import {
  chooseTool,
  drawnWords,
  mark,
  NOTE_TEXT,
  openNoteInHub,
  selectWords,
  waitForLayer,
} from './passages.ts'
import { newHub } from './steps.ts'

const PLACES = ['첫 문장은 짧다', '다음에는', '마지막 문단이다'] as const

test('three members write about three passages, and each sees where the others write', async ({
  site,
  openAs,
}) => {
  const { author, reader, place, address, desktop, phone } = await openNoteInHub(site, openAs)
  const third = await newUser(site.url, '셋째 친구')
  await lookUp(author, third)
  await addToHub(author, place.hubNo, third, author, reader)
  const tablet = await openAs(third, DESKTOP, address)
  await waitForLayer(tablet)
  const tabs = [
    { page: desktop, user: author, words: PLACES[0] },
    { page: phone, user: reader, words: PLACES[1] },
    { page: tablet, user: third, words: PLACES[2] },
  ]
  await Promise.all(tabs.map(({ page }) => waitForConnection(page)))

  for (const { page, words } of tabs) {
    await selectWords(page, words)
    await chooseTool(page, ko['passages.comment'])
    await page.keyboard.type('쓰는 중')
  }
  await test.step('while they write', async () => {
    for (const { page, user } of tabs) {
      const others = tabs.filter(tab => tab.user !== user).map(({ words }) => words)
      await expect
        .poll(async () => {
          // The indicator expires, so everybody goes on typing.
          for (const tab of tabs) await tab.page.keyboard.type('.')
          return (await drawnWords(page, 'passage-typing')).sort()
        })
        .toEqual([...others].sort())
    }
  })
  for (const { page } of tabs) await page.keyboard.press('Control+Enter')
  for (const { page } of tabs)
    for (const { words } of tabs) await expect(mark(page, words)).toHaveAccessibleName(/댓글 1개/)
})

test('words that are not in the note are shown nowhere while somebody writes about them @long', async ({
  site,
  openAs,
}) => {
  const { reader, place, desktop } = await openNoteInHub(site, openAs)
  await waitForConnection(desktop)
  const { socket } = await reader.openSocket()
  const exact = '글쓴이는 거짓말쟁이'
  const passage = passageOf(NOTE_TEXT, PLACES[0])
  const forged = { ...passage, exact, end: passage.start + exact.length }
  socket.emit('comment:composing', { ...place, passage: forged })
  await expect(desktop.getByText(`${reader.name}님이 쓰고 있어요`)).toBeAttached()
  await expect(desktop.getByText('거짓말쟁이')).toHaveCount(0)
  expect(await drawnWords(desktop, 'passage-typing')).toEqual([])
})

test('the card of a note counts the comments on its last passage, live', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '함께 읽는 글', NOTE_TEXT)
  await author.call(shareNote, { hubNo, noteNo })
  const passage = passageOf(NOTE_TEXT, PLACES[1])
  await commentOn(reader, { hubNo, noteNo }, passage, { text: '하나' })
  const room = await openAs(author, PHONE, paths.discussion(hubNo))
  // Invisible characters isolate the quote.
  const lastComment = (count: number) => room.getByText(new RegExp(`“.?${PLACES[1]}.?”에 댓글 ${count}`))
  await expect(lastComment(1)).toBeVisible()
  await waitForConnection(room)
  await commentOn(reader, { hubNo, noteNo }, passage, { text: '둘' })
  await expect(lastComment(2)).toBeVisible()
})

test('the author learns of a highlight and of a comment on a passage, and comes to its words', async ({
  site,
  openAs,
}) => {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '함께 읽는 글', NOTE_TEXT)
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  await highlight(reader, { hubNo, noteNo }, passageOf(NOTE_TEXT, PLACES[0]))
  await commentOn(reader, { hubNo, noteNo }, passageOf(NOTE_TEXT, PLACES[2]), { text: '여기요' })
  const page = await openAs(author, PHONE, paths.inbox)
  const entries = page.getByRole('main').getByRole('link')
  await expect(entries.filter({ hasText: '여기요' })).toContainText(reader.name)
  await entries.filter({ hasText: '밑줄을 그었어요' }).click()
  await waitForLayer(page)
  await expect(mark(page, PLACES[0])).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => drawnWords(page, 'passage-open')).toEqual([PLACES[0]])
})
