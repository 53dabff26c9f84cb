import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getHubInfo, getHubs, getUnread } from '#protocol/hubs.ts'
import { deleteNote, getNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { deleteTopic, getTopics } from '#protocol/topics.ts'
import type { Stores } from '#server/context.ts'
import type { Steps } from '#server/platform/mongo/unfinished.ts'
import { stepsOf } from '#server/unfinished.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let hubNo: number
let noteNo: number
let topicNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
  await find(friend, author)
  noteNo = await writeNote(author)
  topicNo = (await author.does(getNote, { noteNo })).subjectNo ?? 0
  await author.does(shareNote, { hubNo, noteNo })
})

/** The server is killed before a step of what the author asks for. */
async function killed(kill: (stores: Stores) => void, ask: () => Promise<unknown>): Promise<void> {
  kill(node.app.context.stores)
  expect(await ask()).toMatchObject({ status: 500 })
}
const deletingNote = () => author.asks(deleteNote, { noteNo })
const deletingTopic = () => author.asks(deleteTopic, { topicNo })
const leaving = () => author.asks(disjoin, { targetHubNo: hubNo })
const declining = () => author.asks(disjoin, { targetHubNo: hubNo, declineInvitations: true })

/** The next sweep that finds the work free again. */
async function cleanUpLater(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}

async function expectNoteGone(): Promise<void> {
  for (const person of [author, friend]) {
    expect(await person.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
    expect(await person.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0, notes: [] })
    expect(await person.does(getUnread, {})).toMatchObject({ total: 0 })
  }
}

const stepsOfNote: [string, (stores: Stores) => void][] = [
  ['its shares were looked for', stores => killBefore(stores.shares, 'liveOfNote')],
  ['its share was withdrawn', stores => killBefore(stores.shares, 'withdraw')],
  ['the hub counted the withdrawal', stores => killBefore(stores.hubs, 'countWithdrawal')],
  ['the note was deleted', stores => killBefore(stores.notes, 'delete')],
]

test.each(stepsOfNote)('a note whose deletion was killed before %s goes at the sweep', async (_, kill) => {
  await killed(kill, deletingNote)
  await cleanUpLater()
  await expectNoteGone()
})

test.each([
  ['the topic was deleted', (stores: Stores) => killBefore(stores.topics, 'delete')],
  ['its notes were looked for', (stores: Stores) => killBefore(stores.notes, 'numbersIn')],
  ...stepsOfNote,
] as const)('a topic whose deletion was killed before %s goes at the sweep', async (_, kill) => {
  await killed(kill, deletingTopic)
  await cleanUpLater()
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await node.app.context.stores.notes.numbersIn(topicNo)).toEqual([])
  await expectNoteGone()
})

test.each<[string, (stores: Stores) => void]>([
  ['the membership ended', stores => killBefore(stores.hubs, 'shrink')],
  ['the shares were looked for', stores => killBefore(stores.shares, 'liveOfAuthor')],
  ['the share was withdrawn', stores => killBefore(stores.shares, 'withdraw')],
  ['the hub counted the withdrawal', stores => killBefore(stores.hubs, 'countWithdrawal')],
  ['the others were told', () => killBefore(node.app.context.people, 'of')],
])('a leaving that was killed before %s ends at the sweep', async (_, kill) => {
  await killed(kill, leaving)
  await cleanUpLater()
  expect(await author.does(getHubs, {})).toMatchObject({ hubs: [] })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await friend.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 0 })
  expect((await friend.does(getHubInfo, { hubNo })).participants).toMatchObject([{ userNo: friend.userNo }])
})

const addingAuthor = () =>
  friend.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([author.userNo]),
    expectedResult: JSON.stringify([author.userNo, friend.userNo]),
  })

test('a leaving for good that was killed before the membership ended is one at the sweep', async () => {
  await killed(stores => killBefore(stores.hubs, 'shrink'), declining)
  await cleanUpLater()
  expect(await author.does(getHubs, {})).toMatchObject({ hubs: [] })
  expect(await addingAuthor()).toMatchObject({ success: false })
})

test('a leaving for good that was killed after the membership ended is one from then on', async () => {
  await killed(stores => killBefore(stores.shares, 'liveOfAuthor'), declining)
  expect(await addingAuthor()).toMatchObject({ success: false })
  await cleanUpLater()
  expect(await addingAuthor()).toMatchObject({ success: false })
})

/** The author, out of the hub again, is taken in once more and shares another note. */
async function returns(): Promise<number> {
  now += 1_000
  await addingAuthor()
  return shareNewNote(author, hubNo)
}

async function expectReturned(newNoteNo: number): Promise<void> {
  const { participants } = await friend.does(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo).toSorted()).toEqual(
    [author.userNo, friend.userNo].toSorted(),
  )
  const { notes } = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.map(note => note.noteNo)).toEqual([newNoteNo])
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 1 })
}

test('a leaving that was killed before the membership ended does not end a later one', async () => {
  await killed(stores => killBefore(stores.hubs, 'shrink'), leaving)
  expect(await leaving()).toMatchObject({ status: 200 })
  const newNoteNo = await returns()
  await cleanUpLater()
  await expectReturned(newNoteNo)
})

test('a leaving that was killed after the membership ended withdraws what it shared, and nothing later', async () => {
  await killed(stores => killBefore(stores.shares, 'withdraw'), leaving)
  const newNoteNo = await returns()
  const tab = await author.listens()
  await cleanUpLater()
  await expectReturned(newNoteNo)
  expect(tab.received.map(({ name }) => name)).not.toContain('hub:removed')
  tab.close()
})

test('a hub that its last member was leaving is removed at the sweep', async () => {
  await friend.does(disjoin, { targetHubNo: hubNo })
  await killed(stores => killBefore(stores.hubs, 'deleteEmpty'), leaving)
  expect(await author.does(getHubs, {})).toMatchObject({ hubs: [] })
  await cleanUpLater()
  expect(await node.app.context.stores.hubs.byNo(hubNo)).toBeNull()
})

test('work that somebody may still be on is left alone', async () => {
  await killed(stores => killBefore(stores.shares, 'liveOfNote'), deletingNote)
  now += 59_000
  await node.app.cleanUp()
  expect(await author.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
  await cleanUpLater()
  await expectNoteGone()
})

test('at the start of the only server all work is free at once', async () => {
  await killed(stores => killBefore(stores.shares, 'liveOfNote'), deletingNote)
  await node.app.context.unfinished.releaseAll()
  await node.app.cleanUp()
  await expectNoteGone()
})

test('each work is taken up by one node, and struck off once it is done', async () => {
  const { unfinished } = node.app.context
  await killed(stores => killBefore(stores.topics, 'delete'), deletingTopic)
  await killed(stores => killBefore(stores.hubs, 'shrink'), leaving)
  now += 61_000
  const steps = stepsOf(node.app.context)
  const resumed = await Promise.all([unfinished.resume(steps), unfinished.resume(steps)])
  expect(resumed.reduce((sum, count) => sum + count)).toBe(2)
  now += 61_000
  expect(await unfinished.resume(steps)).toBe(0)
})

test('work whose steps fail again is taken up again later', async () => {
  await killed(stores => killBefore(stores.shares, 'liveOfNote'), deletingNote)
  killBefore(node.app.context.stores.shares, 'liveOfNote')
  await cleanUpLater()
  expect(await author.asks(getNote, { noteNo })).toMatchObject({ status: 200 })
  await cleanUpLater()
  await expectNoteGone()
})

test('work that fails again does not keep the rest from its turn', async () => {
  await killed(stores => killBefore(stores.topics, 'delete'), deletingTopic)
  await killed(stores => killBefore(stores.hubs, 'shrink'), leaving)
  now += 61_000
  const { context } = node.app
  const begun: string[] = []
  const failing: Steps = async work => {
    begun.push(work.kind)
    throw new Error(work.kind)
  }
  const failed = await context.unfinished.resume(failing).catch(error => error)
  expect(begun.sort()).toEqual(['deleteTopic', 'leaveHub'])
  expect(failed).toMatchObject({ errors: [{ message: 'deleteTopic' }, { message: 'leaveHub' }] })

  now += 61_000
  expect(await context.unfinished.resume(stepsOf(context))).toBe(2)
})

test('what is done in time leaves no work behind', async () => {
  expect(await deletingNote()).toMatchObject({ status: 200 })
  expect(await deletingTopic()).toMatchObject({ status: 200 })
  expect(await leaving()).toMatchObject({ status: 200 })
  now += 61_000
  expect(await node.app.context.unfinished.resume(stepsOf(node.app.context))).toBe(0)
})
