import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { catchUpWith, unreadOn } from '#tests/support/catchUp.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, shareNewNote, signedIn, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What a node remembers of a hub's shares must not outlive what happens to them at the other node. */
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

test('a share that its hub never counted, at a server that died, is counted by the next one here', async () => {
  await shareNewNote(author, hubNo)
  const [died, next] = [await writeNote(author), await writeNote(author)]
  const { shares } = nodes.there.app.context.stores
  await shares.insert({ hubNo, noteNo: died, authorNo: author.userNo, sharedAt: new Date() }, 1)
  await author.does(shareNote, { hubNo, noteNo: next })
  await expectUnread(3)
})
