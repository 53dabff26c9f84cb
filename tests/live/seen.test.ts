import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUnread } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { markSeen } from '#protocol/seen.ts'
import { shareNote } from '#protocol/shares.ts'
import { catchUpWith, unreadOn } from '#tests/support/catchUp.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { makeHub, newPerson, type Person, shareNewNote, signedIn, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What a reader looks at is unread no more on all their tabs, at both nodes, and for nobody else. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let reader: Person
let other: Person
let hubNo: number

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  author = await newPerson(nodes.here.url)
  reader = await newPerson(nodes.there.url)
  other = await newPerson(nodes.here.url)
  hubNo = await makeHub(author, reader, other)
})

const see = (person: Person, ...seqs: number[]) =>
  person.does(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })
const unread = async (person: Person) => (await person.does(getUnread, {})).total

test('the other tabs hear what was seen, at the other node, too, and nobody else hears of it', async () => {
  for (let made = 0; made < 3; made += 1) await shareNewNote(author, hubNo)
  const catchUp = await catchUpWith(author, other)
  const [tab, othersTab, authorsTab] = [
    await reader.listens(nodes.here.url),
    await other.listens(),
    await author.listens(),
  ]
  const { revision } = await see(reader, 2)
  expect(await tab.receives('unread:changed')).toEqual({
    hubNo,
    numUnreadArticles: 2,
    isMuted: false,
    revision,
    readSeq: 0,
    seen: [{ from: 2, to: 2 }],
  })
  await catchUp(othersTab, authorsTab)
  for (const received of [othersTab, authorsTab])
    expect(received.received.filter(({ name }) => name === 'unread:changed')).toEqual([])
  for (const open of [tab, othersTab, authorsTab]) open.close()
})

test('looking at both nodes at once loses nothing of either', async () => {
  for (let made = 0; made < 4; made += 1) await shareNewNote(author, hubNo)
  const elsewhere = await signedIn(nodes.here.url, reader.email)
  await Promise.all([see(reader, 1), see(elsewhere, 3), see(other, 2, 4), see(reader, 4)])
  expect(await unread(reader)).toBe(1)
  expect(await unread(other)).toBe(2)
})

test('a share that is counted while looking is taken up is unread', async () => {
  await shareNewNote(author, hubNo)
  const noteNo = await writeNote(author)
  const tab = await reader.listens()
  const raced = runBefore(nodes.there.app.context.stores.hubs, 'takeSeen', () =>
    author.does(shareNote, { hubNo, noteNo }),
  )
  expect(await see(reader, 1)).toMatchObject({ numUnreadArticles: 1, readSeq: 1 })
  await raced
  await tab.receives('unread:changed', told => told.readSeq === 1)
  expect(unreadOn(tab, hubNo)).toBe(1)
  tab.close()
})

test('what an opening could not mark as seen, because its node died, the next one at another node does', async () => {
  const noteNo = await shareNewNote(author, hubNo)
  killBefore(nodes.there.app.context.stores.shares, 'liveOfNote')
  await reader.does(getNote, { noteNo })
  await nodes.there.app.context.backgroundTasks.settled()
  expect(await unread(reader)).toBe(1)
  await (await signedIn(nodes.here.url, reader.email)).does(getNote, { noteNo })
  await nodes.here.app.context.backgroundTasks.settled()
  expect(await unread(reader)).toBe(0)
})
