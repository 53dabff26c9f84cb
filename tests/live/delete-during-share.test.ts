import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import type { Stores } from '#server/context.ts'
import { catchUpWith, titlesOn, unreadOn } from '#tests/support/catchUp.ts'
import type { Listener } from '#tests/support/listener.ts'
import { justAfter, justBefore } from '#tests/support/meanwhile.ts'
import { makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'
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

type Moment = (stores: Stores, happening: () => Promise<unknown>) => Promise<void>
const moments: [string, Moment][] = [
  ['before the share is saved', (stores, happening) => justBefore(stores.shares, 'insert', happening)],
  [
    'before the hub counts the share',
    (stores, happening) => justBefore(stores.hubs, 'countShare', happening),
  ],
  ['before the share is announced', (stores, happening) => justAfter(stores.hubs, 'countShare', happening)],
]

async function expectNothingShared(): Promise<void> {
  await catchUp(screen)
  expect(titlesOn(screen, hubNo)).toEqual([])
  expect(unreadOn(screen, hubNo) ?? 0).toBe(0)
  expect(await reader.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0, notes: [] })
  const { hubs } = await reader.does(getUnread, {})
  expect(hubs.find(hub => hub.hubNo === hubNo)).toMatchObject({ numUnreadArticles: 0 })
  expect(await reader.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
}

test.each(moments)('a note that is deleted %s is on nobody’s screen', async (_, at) => {
  const raced = at(nodes.here.app.context.stores, () => otherTab.does(deleteNote, { noteNo }))
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(moments)('a note whose topic is deleted %s is on nobody’s screen', async (_, at) => {
  const topicNo = (await author.does(getNote, { noteNo })).subjectNo ?? 0
  const raced = at(nodes.here.app.context.stores, () => otherTab.does(deleteTopic, { topicNo }))
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(moments.slice(1))('a share that is cancelled %s is on nobody’s screen', async (_, at) => {
  const raced = at(nodes.here.app.context.stores, () => otherTab.does(unshareNote, { hubNo, noteNo }))
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await expectNothingShared()
})

test.each(moments)('a title that is changed %s is the one that everybody sees', async (_, at) => {
  const change = { noteNo, title: '고친 제목', text: '' }
  const raced = at(nodes.here.app.context.stores, () => otherTab.does(updateNote, change))
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  await catchUp(screen)
  expect(titlesOn(screen, hubNo)).toEqual(['고친 제목'])
  expect(unreadOn(screen, hubNo)).toBe(1)
})
