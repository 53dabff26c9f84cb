import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** One note of a room stands above all others; its members sit at two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let friend: Person
let hubNo: number
let tab: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  author = await newPerson(nodes.here.url)
  friend = await newPerson(nodes.there.url)
  hubNo = await makeHub(author, friend)
  tab = await author.listens()
  return () => tab.close()
})

const pinned = async (person: Person) => (await person.does(getSharedNotes, { selectedHubNo: hubNo })).pinned
const pin = (person: Person, noteNo: number, isPinned = true) =>
  person.does(pinInRoom, { hubNo, noteNo, isPinned })

test('whatever a member pins everybody hears of at once and finds on every page, in place of what was pinned before', async () => {
  const first = await shareNewNote(author, hubNo, '처음')
  const second = await shareNewNote(friend, hubNo, '다음')
  await pin(friend, first)
  expect(await tab.receives('note:pinned')).toMatchObject({
    hubNo,
    pinned: { noteNo: first, articleTitle: '처음' },
  })
  await pin(author, second)
  expect(await tab.receives('note:pinned', told => told.pinned?.noteNo === second)).toMatchObject({
    pinned: { author: friend.name },
  })
  expect(await pinned(friend)).toMatchObject({ noteNo: second, articleTitle: '다음' })
  await pin(friend, second, false)
  expect(await tab.receives('note:pinned', told => told.pinned === null)).toMatchObject({ hubNo })
  expect(await pinned(author)).toBeNull()
})

test('doing it again tells nobody, and taking down what is not pinned leaves the pin', async () => {
  const noteNo = await shareNewNote(author, hubNo, '고정')
  const other = await shareNewNote(author, hubNo, '다른 것')
  await pin(friend, noteNo)
  await pin(friend, noteNo)
  await pin(friend, other, false)
  await shareNewNote(friend, hubNo, '마지막')
  await tab.receives('note:shared', ({ note }) => note.articleTitle === '마지막')
  expect(tab.received.filter(({ name }) => name === 'note:pinned')).toHaveLength(1)
  expect(await pinned(author)).toMatchObject({ noteNo })
})

test('a share that ends takes its pin along, and sharing the note again does not bring it back', async () => {
  const noteNo = await shareNewNote(author, hubNo, '잠깐')
  await pin(friend, noteNo)
  await author.does(unshareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
  expect((await friend.asks(pinInRoom, { hubNo, noteNo, isPinned: true })).status).toBe(404)
  await author.does(shareNote, { hubNo, noteNo })
  expect(await pinned(friend)).toBeNull()
})

test('what has just been pinned of two at once is what everybody sees', async () => {
  const notes = await Promise.all(['하나', '둘'].map(title => shareNewNote(author, hubNo, title)))
  await Promise.all(notes.map(noteNo => pin(friend, noteNo)))
  await tab.receives(
    'note:pinned',
    () => tab.received.filter(({ name }) => name === 'note:pinned').length === 2,
  )
  const told = tab.received.flatMap(event => (event.name === 'note:pinned' ? [event.payload] : []))
  const last = told.sort((one, next) => one.version - next.version).at(-1)
  expect(last?.pinned?.noteNo).toBe((await pinned(author))?.noteNo)
})
