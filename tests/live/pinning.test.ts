import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** A pinned note is above all other notes of its hub; the members are at two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: TestUser
let friend: TestUser
let hubNo: number
let tab: TestSocket

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  author = await newUser(nodes.firstNode.url)
  friend = await newUser(nodes.secondNode.url)
  hubNo = await makeHub(author, friend)
  tab = await author.openSocket()
  return () => tab.close()
})

const pinned = async (user: TestUser) => (await user.call(getSharedNotes, { selectedHubNo: hubNo })).pinned
const pin = (user: TestUser, noteNo: number, isPinned = true) =>
  user.call(pinInRoom, { hubNo, noteNo, isPinned })

test('every member receives a new pin immediately and finds it on every page, in place of the previous pin', async () => {
  const first = await shareNewNote(author, hubNo, '처음')
  const second = await shareNewNote(friend, hubNo, '다음')
  await pin(friend, first)
  expect(await tab.waitForEvent('note:pinned')).toMatchObject({
    hubNo,
    pinned: { noteNo: first, articleTitle: '처음' },
  })
  await pin(author, second)
  expect(
    await tab.waitForEvent('note:pinned', published => published.pinned?.noteNo === second),
  ).toMatchObject({
    pinned: { author: friend.name },
  })
  expect(await pinned(friend)).toMatchObject({ noteNo: second, articleTitle: '다음' })
  await pin(friend, second, false)
  expect(await tab.waitForEvent('note:pinned', published => published.pinned === null)).toMatchObject({
    hubNo,
  })
  expect(await pinned(author)).toBeNull()
})

test('pinning again publishes nothing, and unpinning a note that is not pinned keeps the pin', async () => {
  const noteNo = await shareNewNote(author, hubNo, '고정')
  const other = await shareNewNote(author, hubNo, '다른 것')
  await pin(friend, noteNo)
  await pin(friend, noteNo)
  await pin(friend, other, false)
  await shareNewNote(friend, hubNo, '마지막')
  await tab.waitForEvent('note:shared', ({ note }) => note.articleTitle === '마지막')
  expect(tab.received.filter(({ name }) => name === 'note:pinned')).toHaveLength(1)
  expect(await pinned(author)).toMatchObject({ noteNo })
})

test('the end of a share removes its pin, and sharing the note again does not restore it', async () => {
  const noteNo = await shareNewNote(author, hubNo, '잠깐')
  await pin(friend, noteNo)
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
  expect((await friend.request(pinInRoom, { hubNo, noteNo, isPinned: true })).status).toBe(404)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
})

test('of two concurrent pins every screen shows the one that was saved last', async () => {
  const notes = await Promise.all(['하나', '둘'].map(title => shareNewNote(author, hubNo, title)))
  await Promise.all(notes.map(noteNo => pin(friend, noteNo)))
  await tab.waitForEvent(
    'note:pinned',
    () => tab.received.filter(({ name }) => name === 'note:pinned').length === 2,
  )
  const published = tab.received.flatMap(event => (event.name === 'note:pinned' ? [event.payload] : []))
  const last = published.sort((one, next) => one.version - next.version).at(-1)
  expect(last?.pinned?.noteNo).toBe((await pinned(author))?.noteNo)
})
