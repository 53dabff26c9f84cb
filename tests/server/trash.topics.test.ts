import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { QUOTAS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, readTrash, restoreTopic, restoreTrash } from '#protocol/trash.ts'
import type { Stores } from '#server/context.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, signedIn } from '#tests/support/person.ts'
import { storedFields } from '#tests/support/storedFields.ts'

let node: TestNode
/** Where the same person does something while they do something here. */
let otherNode: TestNode
let author: Person
let friend: Person
let hubNo: number
let topicNo: number
let noteNos: number[]
let now = Date.now()
let sent = 0

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), clock: () => new Date(now) }
  node = await startNode({
    ...parts,
    onOperation() {
      sent += 1
    },
  })
  otherNode = await startNode(parts)
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
  topicNo = (await author.does(createTopic, { title: '여행' })).subjects[0]?.subjectNo ?? 0
  noteNos = []
  for (const title of ['하나', '둘', '셋']) noteNos.push(await writeIn(topicNo, title))
})

const writeIn = async (which: number, title: string) =>
  (await author.does(postNote, { topicNo: which, title, text: encodeText('') })).noteNo
const trashCount = async () => (await author.does(getTrash, {})).noteCount
const titlesIn = async (which = topicNo) =>
  (await author.does(getNotes, { topicNo: which })).notes.map(({ title }) => title).toSorted()
const unreadOfFriend = async () => (await friend.does(getUnread, {})).total

async function expectWhole(): Promise<void> {
  expect(await titlesIn()).toEqual(['둘', '셋', '하나'])
  expect(await author.does(getTopics, {})).toMatchObject({
    subjects: [{ subjectNo: topicNo, title: '여행', noteCount: 3 }],
  })
  expect(await trashCount()).toBe(0)
}

test('a topic comes back whole, under its number, and asking again does no harm', async () => {
  await author.does(createTopic, { title: '여행' })
  const { since } = await author.does(deleteTopic, { topicNo })
  await author.does(restoreTopic, { topicNo, since })
  await author.does(restoreTopic, { topicNo, since })
  expect(await titlesIn()).toEqual(['둘', '셋', '하나'])
  // Not into the other one of its name.
  const { subjects } = await author.does(getTopics, {})
  expect(subjects).toMatchObject([{ noteCount: 0 }, { subjectNo: topicNo, title: '여행', noteCount: 3 }])
})

test('what was in the trash before stays there, unless all of the topic is asked for', async () => {
  await author.does(deleteNote, { noteNo: noteNos[0] ?? 0 })
  now += 1
  const { since } = await author.does(deleteTopic, { topicNo })
  expect(await author.does(getTrash, {})).toMatchObject({ topics: [{ topicNo, noteCount: 3 }] })
  await author.does(restoreTopic, { topicNo, since })
  expect(await titlesIn()).toEqual(['둘', '셋'])
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
})

test('a note that comes back alone and all others come back to the same topic', async () => {
  await author.does(deleteTopic, { topicNo })
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
})

test('undone at once the notes are shared again in their order, later they come back alone', async () => {
  const left = await makeHub(author, await newPerson(node.url))
  for (const noteNo of noteNos.toReversed()) {
    now += 1_000
    await author.does(shareNote, { hubNo, noteNo })
  }
  await author.does(shareNote, { hubNo: left, noteNo: noteNos[0] ?? 0 })
  const { since } = await author.does(deleteTopic, { topicNo })
  expect(await unreadOfFriend()).toBe(0)
  await author.does(disjoin, { targetHubNo: left })
  expect(await author.does(restoreTopic, { topicNo, since })).toMatchObject({ refusedHubNos: [left] })
  expect(await unreadOfFriend()).toBe(3)
  const { notes } = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.toSorted((one, other) => one.seq - other.seq).map(({ noteNo }) => noteNo)).toEqual(
    noteNos.toReversed(),
  )

  await author.does(deleteTopic, { topicNo })
  now += UNDO_DELETE_MS + 1
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
  expect(await friend.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
})

test("somebody else's topic, one that never was, and an empty one that is gone are not found", async () => {
  const { subjects } = await author.does(createTopic, { title: '빈 주제' })
  const emptyNo = subjects[0]?.subjectNo ?? 0
  for (const which of [topicNo, emptyNo]) await author.does(deleteTopic, { topicNo: which })
  expect(await friend.asks(restoreTopic, { topicNo })).toMatchObject({ status: 404 })
  for (const which of [emptyNo, 999_999])
    expect(await author.asks(restoreTopic, { topicNo: which })).toMatchObject({ status: 404 })
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await trashCount()).toBe(3)
})

test('more notes than are moved at once take hardly more operations than three', async () => {
  async function operationsFor(notes: number): Promise<number> {
    const { subjects } = await author.does(createTopic, { title: '많은 노트' })
    const manyNo = subjects[0]?.subjectNo ?? 0
    const write = (count: number) => Promise.all(Array.from({ length: count }, () => writeIn(manyNo, '노트')))
    await write(notes)
    await author.does(deleteTopic, { topicNo: manyNo })
    const before = sent
    await author.does(restoreTopic, { topicNo: manyNo })
    expect((await author.does(getNotes, { topicNo: manyNo })).noteCount).toBe(notes)
    return sent - before
  }
  const few = await operationsFor(3)
  expect(await operationsFor(120)).toBeLessThan(few + 30)
})

test('with as many topics as one may have nothing is begun', async () => {
  await author.does(deleteTopic, { topicNo })
  const { topics } = node.app.context.stores
  const { countOf } = topics
  topics.countOf = async () => QUOTAS.topics
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 409 })
  topics.countOf = countOf
  expect(await trashCount()).toBe(3)
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
})

test.each<[string, (stores: Stores) => void]>([
  ['the topic was there', stores => killBefore(stores.topics, 'insert')],
  ['the notes were claimed', stores => killBefore(stores.trash, 'claimAll')],
  ['a note was there', stores => killBefore(stores.notes, 'insert')],
  ['they were shared', stores => killBefore(stores.sharing, 'read')],
  ['they had left the trash', stores => killBefore(stores.trash, 'removeClaimed')],
])('what was killed before %s loses nothing and can be repeated', async (_, kill) => {
  await author.does(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
  await author.does(deleteTopic, { topicNo })
  kill(node.app.context.stores)
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
  expect(await friend.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 1 })
})

test('what was killed in the middle is finished at a sweep, with its shares', async () => {
  await author.does(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
  await author.does(deleteTopic, { topicNo })
  killBefore(node.app.context.stores.trash, 'claimAll')
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectWhole()
  expect(await friend.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 1 })
})

test('a deletion that was cut off, and done when it was asked for again, is not taken up once the topic is back', async () => {
  killBefore(node.app.context.stores.topics, 'delete')
  expect(await author.asks(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.does(deleteTopic, { topicNo })
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectWhole()
})

test('a deletion that was cut off is finished when one of its notes comes back alone', async () => {
  killBefore(node.app.context.stores.topics, 'delete')
  expect(await author.asks(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  const late = await writeIn(topicNo, '넷')
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  const expectAlone = async () => {
    expect(await titlesIn()).toEqual(['하나'])
    expect(await trashCount()).toBe(3)
    expect(await author.asks(readTrash, { noteNo: late })).toMatchObject({ status: 200 })
  }
  await expectAlone()
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectAlone()
})

/** The topic is gone by then, and a note came under it after the others were in the trash. */
async function killBetweenPasses(): Promise<void> {
  const { stores } = node.app.context
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(stores.topics, 'delete', async () => {
    await elsewhere.does(postNote, { topicNo, title: '넷', text: encodeText('') })
    killBefore(stores.notes, 'numbersIn')
  })
  expect(await author.asks(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  await interleave
}

test('what came under a topic while it went is in the trash, also where the last of its notes comes back to another', async () => {
  await author.does(createTopic, { title: '여행' })
  await killBetweenPasses()
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  expect(await trashCount()).toBe(3)
})

test('a deletion is finished also where there is no place for another topic', async () => {
  await killBetweenPasses()
  const { stores } = node.app.context
  const { countOf } = stores.topics
  stores.topics.countOf = async () => QUOTAS.topics
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 409 })
  stores.topics.countOf = countOf
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  expect(await trashCount()).toBe(4)
})

test('nor is a restoring that was cut off, and repeated, once a note is deleted again', async () => {
  await author.does(deleteTopic, { topicNo })
  killBefore(node.app.context.stores.trash, 'claimAll')
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.does(restoreTopic, { topicNo })
  await author.does(deleteNote, { noteNo: noteNos[1] ?? 0 })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  expect(await titlesIn()).toEqual(['셋', '하나'])
})

test('nor are deletions of its notes', async () => {
  killBefore(node.app.context.stores.notes, 'delete')
  expect(await author.asks(deleteNote, { noteNo: noteNos[1] ?? 0 })).toMatchObject({ status: 500 })
  await author.does(deleteTopic, { topicNo })
  await author.does(restoreTopic, { topicNo })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectWhole()
})

test('a topic that is deleted again meanwhile is gone, and its notes are in the trash', async () => {
  await author.does(deleteTopic, { topicNo })
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.trash, 'claimAll', () =>
    elsewhere.does(deleteTopic, { topicNo }),
  )
  expect(await author.asks(restoreTopic, { topicNo })).toMatchObject({ status: 404 })
  await interleave
  expect(await trashCount()).toBe(3)
  await author.does(restoreTopic, { topicNo })
  await expectWhole()
})

test('a note that comes back while its topic is being deleted stays, and the others are in the trash', async () => {
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.topics, 'delete', async () => {
    now += 1
    await elsewhere.does(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  })
  await author.does(deleteTopic, { topicNo })
  await interleave
  expect(await titlesIn()).toEqual(['하나'])
  expect(await trashCount()).toBe(2)
})

test('two who bring a topic back at once bring it back once', async () => {
  await author.does(deleteTopic, { topicNo })
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.topics, 'insert', () =>
    elsewhere.does(restoreTopic, { topicNo }),
  )
  await author.does(restoreTopic, { topicNo })
  await interleave
  await expectWhole()
})

test('the other devices of the person hear of each note, and nobody else does', async () => {
  await author.does(deleteTopic, { topicNo })
  const elsewhere = await signedIn(node.url, author.email)
  const [tab, theirs] = [await elsewhere.listens(), await friend.listens()]
  await author.does(restoreTopic, { topicNo })
  await expect
    .poll(() => tab.received.filter(({ name }) => name === 'note:saved').length)
    .toBe(noteNos.length)
  expect(theirs.received.map(({ name }) => name)).not.toContain('note:saved')
  tab.close()
  theirs.close()
})

test('of whatever is stored of a topic it is known whether it comes back with it', () => {
  const comesBack = ['subjectNo', 'ownerNo', 'title', 'noteCount']
  const isAnew = ['createdAt', 'unsettled.noteNo', 'unsettled.since', 'broughtAt']
  expect(
    Object.keys(storedFields.topics ?? {}).toSorted(),
    'Let moveToTrash keep it with each note, as subjectTitle, and bringTopic bring it back; or say here that it begins anew',
  ).toEqual([...comesBack, ...isAnew].toSorted())
})
