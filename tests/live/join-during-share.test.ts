import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, getUnread } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { catchUpWith, titlesOn, unreadOn } from '#tests/support/catchUp.ts'
import type { Listener } from '#tests/support/listener.ts'
import { find, makeHub, newPerson, type Person, writeNote } from '#tests/support/person.ts'
import { SHARING_MOMENTS } from '#tests/support/shareRaceSteps.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody is added to a hub, at the other node, while a note is shared in it. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let friend: Person
let added: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let hubNo: number
let noteNo: number
let screen: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  author = await newPerson(nodes.here.url)
  friend = await newPerson(nodes.there.url)
  added = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, added)
  hubNo = await makeHub(author, friend)
  await find(friend, added)
  noteNo = await writeNote(author, '나눈 노트')
  screen = await added.listens()
  return () => screen.close()
})

const addThem = () =>
  friend.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify([author.userNo, friend.userNo, added.userNo]),
  })

test.each(SHARING_MOMENTS)('who is added $when has it on the screen', async ({ at, isCounted }) => {
  // A new member starts with everything read that was counted before they came.
  const unread = isCounted ? 0 : 1
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, addThem)
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  await catchUp(screen)

  expect(titlesOn(screen, hubNo)).toEqual(['나눈 노트'])
  expect(unreadOn(screen, hubNo)).toBe(unread)
  const { hubs } = await added.does(getUnread, {})
  expect(hubs.find(hub => hub.hubNo === hubNo)).toMatchObject({ numUnreadArticles: unread })
  expect(await added.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ notes: [{ noteNo }] })
  expect(await added.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
})

test('shares and additions all at once end with every screen telling what the server tells', async () => {
  const notes = await Promise.all([1, 2, 3, 4].map(number => writeNote(author, `노트 ${number}`)))
  await Promise.all([addThem(), ...notes.map(note => author.does(shareNote, { hubNo, noteNo: note }))])
  await catchUp(screen)
  const { hubs } = await added.does(getUnread, {})
  expect(unreadOn(screen, hubNo)).toBe(hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles)
  const page = await added.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(page.notes.map(note => note.seq)).toEqual([4, 3, 2, 1])
})
