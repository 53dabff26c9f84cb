import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { catchUpWith, unreadOn } from '#tests/support/catchUp.ts'
import { killBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import {
  comment,
  makeHub,
  newPerson,
  type Person,
  shareNewNote,
  signedIn,
  writeNote,
} from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Whatever happens to a hub's shares at one node is in what the next share at the other one tells. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let atTheOther: Person
let reader: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let hubNo: number
let screen: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
  atTheOther = await signedIn(nodes.there.url, author.email)
  reader = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, reader)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  screen = await reader.listens()
  return () => screen.close()
})

async function expectUnread(expected: number): Promise<void> {
  await catchUp(screen)
  expect(unreadOn(screen, hubNo)).toBe(expected)
  const { hubs } = await reader.does(getUnread, {})
  expect(hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles).toBe(expected)
}

test('shares at the other node are counted by the next share here', async () => {
  await shareNewNote(author, hubNo)
  await shareNewNote(atTheOther, hubNo)
  await shareNewNote(author, hubNo)
  await expectUnread(3)
})

test('a share that ended at the other node is counted no more by the next share here', async () => {
  const ending = await shareNewNote(author, hubNo)
  await shareNewNote(author, hubNo)
  await atTheOther.does(unshareNote, { hubNo, noteNo: ending })
  await shareNewNote(author, hubNo)
  await expectUnread(2)
})

test('what was read at the other node is counted no more by the next share here', async () => {
  await shareNewNote(author, hubNo)
  await shareNewNote(author, hubNo)
  await reader.does(markAsRead, { hubNo })
  await shareNewNote(author, hubNo)
  await expectUnread(1)
})

test('who opened a note in another room, and what was said about it here, is told with its share at either node', async () => {
  const elsewhere = await makeHub(author, reader, await newPerson(nodes.here.url))
  const noteNo = await shareNewNote(author, elsewhere)
  await reader.does(getNote, { noteNo })
  const told = async () => {
    await catchUp(screen)
    const shares = screen.received.filter(event => event.name === 'note:shared')
    return shares.findLast(({ payload }) => payload.hubNo === hubNo)?.payload.note
  }
  await atTheOther.does(shareNote, { hubNo, noteNo })
  expect(await told()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 0 })
  await expectUnread(0)

  await comment(reader, { hubNo, noteNo })
  await author.does(unshareNote, { hubNo, noteNo })
  await author.does(shareNote, { hubNo, noteNo })
  expect(await told()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 1 })
})

test('what a server that died saved and never counted is in what the next share here tells', async () => {
  const ending = await shareNewNote(author, hubNo)
  const { shares, hubs } = nodes.there.app.context.stores
  await shares.insert(
    { hubNo, noteNo: await writeNote(author), authorNo: author.userNo, sharedAt: new Date() },
    1,
  )
  await shareNewNote(author, hubNo)
  await expectUnread(3)
  killBefore(hubs, 'countWithdrawal')
  expect(await atTheOther.asks(unshareNote, { hubNo, noteNo: ending })).toMatchObject({ status: 500 })
  await shareNewNote(author, hubNo)
  await expectUnread(3)
})
