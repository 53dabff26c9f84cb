import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp, unreadCountOn } from '#tests/support/catchUp.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  comment,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** A share at one node includes every change of the hub’s shares at the other. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: TestUser
let atOtherNode: TestUser
let reader: TestUser
let catchUp: (...tabs: TestSocket[]) => Promise<void>
let hubNo: number
let screen: TestSocket

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newUser(nodes.firstNode.url)
  atOtherNode = await signInUser(nodes.secondNode.url, author.email)
  reader = await newUser(nodes.secondNode.url)
  catchUp = await createCatchUp(author, reader)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  hubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
  screen = await reader.openSocket()
  return () => screen.close()
})

async function expectUnread(expected: number): Promise<void> {
  await catchUp(screen)
  expect(unreadCountOn(screen, hubNo)).toBe(expected)
  const { hubs } = await reader.call(getUnread, {})
  expect(hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles).toBe(expected)
}

test('the next share here counts the shares at the other node', async () => {
  await shareNewNote(author, hubNo)
  await shareNewNote(atOtherNode, hubNo)
  await shareNewNote(author, hubNo)
  await expectUnread(3)
})

test('the next share here no longer counts a share that ended at the other node', async () => {
  const ending = await shareNewNote(author, hubNo)
  await shareNewNote(author, hubNo)
  await atOtherNode.call(unshareNote, { hubNo, noteNo: ending })
  await shareNewNote(author, hubNo)
  await expectUnread(2)
})

test('the next share here no longer counts shares that were read at the other node', async () => {
  await shareNewNote(author, hubNo)
  await shareNewNote(author, hubNo)
  await reader.call(markAsRead, { hubNo })
  await shareNewNote(author, hubNo)
  await expectUnread(1)
})

test('a share at either node includes who opened the note in another hub, and its comments in this one', async () => {
  const otherHubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
  const noteNo = await shareNewNote(author, otherHubNo)
  await reader.call(getNote, { noteNo })
  const published = async () => {
    await catchUp(screen)
    const shares = screen.received.filter(event => event.name === 'note:shared')
    return shares.findLast(({ payload }) => payload.hubNo === hubNo)?.payload.note
  }
  await atOtherNode.call(shareNote, { hubNo, noteNo })
  expect(await published()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 0 })
  await expectUnread(0)

  await comment(reader, { hubNo, noteNo })
  await author.call(unshareNote, { hubNo, noteNo })
  await author.call(shareNote, { hubNo, noteNo })
  expect(await published()).toMatchObject({ noteNo, readerNos: [reader.userNo], commentCount: 1 })
})

test('the next share here includes a share that a crashed node saved and never counted', async () => {
  const ending = await shareNewNote(author, hubNo)
  const { shares, hubs } = nodes.secondNode.app.context.repositories
  await shares.insert(
    { hubNo, noteNo: await writeNote(author), authorNo: author.userNo, sharedAt: new Date() },
    1,
  )
  await shareNewNote(author, hubNo)
  await expectUnread(3)
  killBefore(hubs, 'recordWithdrawal')
  expect(await atOtherNode.request(unshareNote, { hubNo, noteNo: ending })).toMatchObject({ status: 500 })
  await shareNewNote(author, hubNo)
  await expectUnread(3)
})
