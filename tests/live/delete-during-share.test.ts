import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { catchUpWith, titlesOn, unreadOn } from '#tests/support/catchUp.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'
import { AFTER_SAVED, SHARING_MOMENTS } from '#tests/support/shareRaceSteps.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** The author shares in one tab and, in the same moment, deletes, cancels or edits in another one. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let otherTab: Person
let reader: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let hubNo: number
let noteNo: number
let screen: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
  otherTab = await signedIn(nodes.there.url, author.email)
  reader = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, reader)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  noteNo = await writeNote(author, '처음 제목')
  screen = await reader.listens()
  return () => screen.close()
})

async function expectNothingShared(): Promise<void> {
  await catchUp(screen)
  expect(titlesOn(screen, hubNo)).toEqual([])
  expect(unreadOn(screen, hubNo) ?? 0).toBe(0)
  expect(await reader.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0, notes: [] })
  const { hubs } = await reader.does(getUnread, {})
  expect(hubs.find(hub => hub.hubNo === hubNo)).toMatchObject({ numUnreadArticles: 0 })
  expect(await reader.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
}

test.each(SHARING_MOMENTS)('a note that is deleted $when is on nobody’s screen', async ({ at }) => {
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    otherTab.does(deleteNote, { noteNo }),
  )
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(SHARING_MOMENTS)('a note whose topic is deleted $when is on nobody’s screen', async ({ at }) => {
  const topicNo = (await author.does(getNote, { noteNo })).subjectNo ?? 0
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    otherTab.does(deleteTopic, { topicNo }),
  )
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(AFTER_SAVED)('a share that is cancelled $when is on nobody’s screen', async ({ at }) => {
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    otherTab.does(unshareNote, { hubNo, noteNo }),
  )
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(SHARING_MOMENTS)('a title that is changed $when is the one that everybody sees', async ({ at }) => {
  const change = { noteNo, title: '고친 제목', text: '' }
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    otherTab.does(updateNote, change),
  )
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  await catchUp(screen)
  expect(titlesOn(screen, hubNo)).toEqual(['고친 제목'])
  expect(unreadOn(screen, hubNo)).toBe(1)
})
