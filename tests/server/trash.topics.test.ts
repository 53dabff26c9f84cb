import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { QUOTAS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, readTrash, restoreTopic, restoreTrash } from '#protocol/trash.ts'
import type { Repositories } from '#server/context.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { storedFields } from '#tests/support/storedFields.ts'
import { makeHub, newUser, signInUser, type TestUser } from '#tests/support/users.ts'

let node: TestNode
/** The same user’s concurrent requests go to the other node. */
let otherNode: TestNode
let author: TestUser
let friend: TestUser
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
  author = await newUser(node.url)
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
  topicNo = (await author.call(createTopic, { title: '여행' })).subjects[0]?.subjectNo ?? 0
  noteNos = []
  for (const title of ['하나', '둘', '셋']) noteNos.push(await writeIn(topicNo, title))
})

const writeIn = async (which: number, title: string) =>
  (await author.call(postNote, { topicNo: which, title, text: encodeText('') })).noteNo
const trashCount = async () => (await author.call(getTrash, {})).noteCount
const titlesIn = async (which = topicNo) =>
  (await author.call(getNotes, { topicNo: which })).notes.map(({ title }) => title).toSorted()
const unreadOfFriend = async () => (await friend.call(getUnread, {})).total

async function expectConsistent(): Promise<void> {
  expect(await titlesIn()).toEqual(['둘', '셋', '하나'])
  expect(await author.call(getTopics, {})).toMatchObject({
    subjects: [{ subjectNo: topicNo, title: '여행', noteCount: 3 }],
  })
  expect(await trashCount()).toBe(0)
}

test('a topic is restored completely, with its number, and repeating the call does no harm', async () => {
  await author.call(createTopic, { title: '여행' })
  const { since } = await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo, since })
  await author.call(restoreTopic, { topicNo, since })
  expect(await titlesIn()).toEqual(['둘', '셋', '하나'])
  // Not into the other topic of the same name.
  const { subjects } = await author.call(getTopics, {})
  expect(subjects).toMatchObject([{ noteCount: 0 }, { subjectNo: topicNo, title: '여행', noteCount: 3 }])
})

test('notes that were trashed before the topic stay in the trash, unless the whole topic is restored', async () => {
  await author.call(deleteNote, { noteNo: noteNos[0] ?? 0 })
  now += 1
  const { since } = await author.call(deleteTopic, { topicNo })
  expect(await author.call(getTrash, {})).toMatchObject({ topics: [{ topicNo, noteCount: 3 }] })
  await author.call(restoreTopic, { topicNo, since })
  expect(await titlesIn()).toEqual(['둘', '셋'])
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
})

test('a note restored alone and all others return to the same topic', async () => {
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
})

test('undone immediately the notes are shared again in order, restored later they have no shares', async () => {
  const leftHubNo = await makeHub(author, await newUser(node.url))
  for (const noteNo of noteNos.toReversed()) {
    now += 1_000
    await author.call(shareNote, { hubNo, noteNo })
  }
  await author.call(shareNote, { hubNo: leftHubNo, noteNo: noteNos[0] ?? 0 })
  const { since } = await author.call(deleteTopic, { topicNo })
  expect(await unreadOfFriend()).toBe(0)
  await author.call(disjoin, { targetHubNo: leftHubNo })
  expect(await author.call(restoreTopic, { topicNo, since })).toMatchObject({ refusedHubNos: [leftHubNo] })
  expect(await unreadOfFriend()).toBe(3)
  const { notes } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.toSorted((one, other) => one.seq - other.seq).map(({ noteNo }) => noteNo)).toEqual(
    noteNos.toReversed(),
  )

  await author.call(deleteTopic, { topicNo })
  now += UNDO_DELETE_MS + 1
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
})

test('another user’s topic, an unknown one, and a deleted empty one are not found', async () => {
  const { subjects } = await author.call(createTopic, { title: '빈 주제' })
  const emptyNo = subjects[0]?.subjectNo ?? 0
  for (const which of [topicNo, emptyNo]) await author.call(deleteTopic, { topicNo: which })
  expect(await friend.request(restoreTopic, { topicNo })).toMatchObject({ status: 404 })
  for (const which of [emptyNo, 999_999])
    expect(await author.request(restoreTopic, { topicNo: which })).toMatchObject({ status: 404 })
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await trashCount()).toBe(3)
})

test('a topic with more notes than one batch needs hardly more than three operations', async () => {
  async function operationsFor(notes: number): Promise<number> {
    const { subjects } = await author.call(createTopic, { title: '많은 노트' })
    const manyNo = subjects[0]?.subjectNo ?? 0
    const write = (count: number) => Promise.all(Array.from({ length: count }, () => writeIn(manyNo, '노트')))
    await write(notes)
    await author.call(deleteTopic, { topicNo: manyNo })
    const before = sent
    await author.call(restoreTopic, { topicNo: manyNo })
    expect((await author.call(getNotes, { topicNo: manyNo })).noteCount).toBe(notes)
    return sent - before
  }
  const few = await operationsFor(3)
  expect(await operationsFor(120)).toBeLessThan(few + 30)
})

test('with the maximum number of topics nothing is started', async () => {
  await author.call(deleteTopic, { topicNo })
  const { topics } = node.app.context.repositories
  const { countByUser: countOf } = topics
  topics.countByUser = async () => QUOTAS.topics
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 409 })
  topics.countByUser = countOf
  expect(await trashCount()).toBe(3)
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
})

test.each<[string, (repositories: Repositories) => void]>([
  ['the topic was inserted', repositories => killBefore(repositories.topics, 'insert')],
  ['the notes were claimed', repositories => killBefore(repositories.trash, 'claimAll')],
  ['a note was inserted', repositories => killBefore(repositories.notes, 'insert')],
  ['they were shared again', repositories => killBefore(repositories.createShare, 'read')],
  ['they were removed from the trash', repositories => killBefore(repositories.trash, 'removeClaimed')],
])('a step that was killed before %s loses nothing and can be repeated', async (_, kill) => {
  await author.call(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
  await author.call(deleteTopic, { topicNo })
  kill(node.app.context.repositories)
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 1 })
})

test('an interrupted restore is finished by the cleanup, with its shares', async () => {
  await author.call(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
  await author.call(deleteTopic, { topicNo })
  killBefore(node.app.context.repositories.trash, 'claimAll')
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectConsistent()
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 1 })
})

test('an interrupted deletion that was completed by a repetition is not resumed once the topic is restored', async () => {
  killBefore(node.app.context.repositories.topics, 'delete')
  expect(await author.request(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectConsistent()
})

test('an interrupted deletion is finished when one of its notes is restored alone', async () => {
  killBefore(node.app.context.repositories.topics, 'delete')
  expect(await author.request(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  const late = await writeIn(topicNo, '넷')
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  const expectAlone = async () => {
    expect(await titlesIn()).toEqual(['하나'])
    expect(await trashCount()).toBe(3)
    expect(await author.request(readTrash, { noteNo: late })).toMatchObject({ status: 200 })
  }
  await expectAlone()
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectAlone()
})

/** The topic is deleted, and a note was saved in it after the others were trashed. */
async function killBetweenPasses(): Promise<void> {
  const { repositories } = node.app.context
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.topics, 'delete', async () => {
    await otherSession.call(postNote, { topicNo, title: '넷', text: encodeText('') })
    killBefore(repositories.notes, 'findNosByTopic')
  })
  expect(await author.request(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  await race
}

test('notes saved in a topic during its deletion are in the trash, also when the last note is restored into another topic', async () => {
  await author.call(createTopic, { title: '여행' })
  await killBetweenPasses()
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  expect(await trashCount()).toBe(3)
})

test('a deletion is finished even without quota for another topic', async () => {
  await killBetweenPasses()
  const { repositories } = node.app.context
  const { countByUser: countOf } = repositories.topics
  repositories.topics.countByUser = async () => QUOTAS.topics
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 409 })
  repositories.topics.countByUser = countOf
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  expect(await trashCount()).toBe(4)
})

test('nor is an interrupted and repeated restore resumed once a note is deleted again', async () => {
  await author.call(deleteTopic, { topicNo })
  killBefore(node.app.context.repositories.trash, 'claimAll')
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 500 })
  await author.call(restoreTopic, { topicNo })
  await author.call(deleteNote, { noteNo: noteNos[1] ?? 0 })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  expect(await titlesIn()).toEqual(['셋', '하나'])
})

test('nor are deletions of its notes', async () => {
  killBefore(node.app.context.repositories.notes, 'delete')
  expect(await author.request(deleteNote, { noteNo: noteNos[1] ?? 0 })).toMatchObject({ status: 500 })
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo })
  now += UNDO_DELETE_MS + 1_000
  await node.app.cleanUp()
  await expectConsistent()
})

test('a topic that is deleted again meanwhile is gone, and its notes are in the trash', async () => {
  await author.call(deleteTopic, { topicNo })
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(node.app.context.repositories.trash, 'claimAll', () =>
    otherSession.call(deleteTopic, { topicNo }),
  )
  expect(await author.request(restoreTopic, { topicNo })).toMatchObject({ status: 404 })
  await race
  expect(await trashCount()).toBe(3)
  await author.call(restoreTopic, { topicNo })
  await expectConsistent()
})

test('a note restored during the deletion of its topic stays, and the others are in the trash', async () => {
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(node.app.context.repositories.topics, 'delete', async () => {
    now += 1
    await otherSession.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  })
  await author.call(deleteTopic, { topicNo })
  await race
  expect(await titlesIn()).toEqual(['하나'])
  expect(await trashCount()).toBe(2)
})

test('two concurrent restores restore a topic once', async () => {
  await author.call(deleteTopic, { topicNo })
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(node.app.context.repositories.topics, 'insert', () =>
    otherSession.call(restoreTopic, { topicNo }),
  )
  await author.call(restoreTopic, { topicNo })
  await race
  await expectConsistent()
})

test('the user’s other devices receive each note, and nobody else does', async () => {
  await author.call(deleteTopic, { topicNo })
  const otherSession = await signInUser(node.url, author.email)
  const [tab, theirs] = [await otherSession.openSocket(), await friend.openSocket()]
  await author.call(restoreTopic, { topicNo })
  await expect
    .poll(() => tab.received.filter(({ name }) => name === 'note:saved').length)
    .toBe(noteNos.length)
  expect(theirs.received.map(({ name }) => name)).not.toContain('note:saved')
  tab.close()
  theirs.close()
})

test('every stored field of a topic is listed as restored or not', () => {
  const comesBack = ['subjectNo', 'ownerNo', 'title', 'noteCount']
  const isAnew = ['createdAt', 'unsettled.noteNo', 'unsettled.since', 'broughtAt']
  expect(
    Object.keys(storedFields.topics ?? {}).toSorted(),
    'Make moveToTrash store it with each note, like subjectTitle, and bringTopic restore it; or list it here as not restored',
  ).toEqual([...comesBack, ...isAnew].toSorted())
})
