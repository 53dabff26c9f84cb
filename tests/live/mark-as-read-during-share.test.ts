import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { catchUpWith, unreadOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'
import { AFTER_SAVED, SHARING_MOMENTS } from '#tests/support/shareRaceSteps.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** The reader marks as read, at the other node, while a note is shared. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let reader: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let hubNo: number
let noteNo: number
let screen: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
  reader = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, reader)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  await shareNewNote(author, hubNo)
  noteNo = await writeNote(author)
  screen = await reader.listens()
  return () => screen.close()
})

/** What the server tells, once the reader's screen tells the same. */
async function unread(): Promise<number | undefined> {
  await catchUp(screen)
  const { hubs } = await reader.does(getUnread, {})
  const told = hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles
  expect(unreadOn(screen, hubNo)).toBe(told)
  return told
}
const newestSeq = async () => (await reader.does(getSharedNotes, { selectedHubNo: hubNo })).notes[0]?.seq

const sharing = () => ({ stores: nodes.here.app.context.stores, hubNo, author })

test.each(SHARING_MOMENTS)('what was not yet on the screen stays unread, marked $when', async ({ at }) => {
  const seen = await newestSeq()
  const raced = at(sharing(), () => reader.does(markAsRead, { hubNo, seq: seen }))
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  expect(await unread()).toBe(1)
})

test.each(AFTER_SAVED)('everything is read, marked $when, and stays so', async ({ at }) => {
  const raced = at(sharing(), () => reader.does(markAsRead, { hubNo }))
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  expect(await unread()).toBe(0)
})

test('a share after everything was read is unread', async () => {
  const raced = runBefore(nodes.there.app.context.stores.hubs, 'markRead', () =>
    author.does(shareNote, { hubNo, noteNo }),
  )
  await reader.does(markAsRead, { hubNo })
  await raced
  expect(await unread()).toBe(1)
})

test('sharing, cancelling and reading all at once end with the screen telling what the server tells', async () => {
  const notes = await Promise.all(Array.from({ length: 6 }, () => writeNote(author)))
  await Promise.all(
    notes.flatMap((note, index) => [
      author
        .does(shareNote, { hubNo, noteNo: note })
        .then(done => (index % 2 ? author.does(unshareNote, { hubNo, noteNo: note }) : done)),
      reader.does(markAsRead, { hubNo, seq: index + 1 }),
    ]),
  )
  await unread()
  await reader.does(markAsRead, { hubNo, seq: await newestSeq() })
  expect(await unread()).toBe(0)
})
