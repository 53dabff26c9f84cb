import { beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { QUOTAS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { getShareHubs, setSharedWriting, shareNote } from '#protocol/shares.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, readTrash, restoreTopic, restoreTrash } from '#protocol/trash.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { storedFields } from '#tests/support/storedFields.ts'
import { makeHub, newTopic, newUser, signInUser, type TestUser } from '#tests/support/users.ts'

let now = Date.now()
let sent = 0
const clock = () => new Date(now)

/** The same user’s concurrent requests go to the other node. */
const [node, otherNode] = await openNodes({ clock, onOperation: () => (sent += 1) }, { clock })
const { repositories } = node.app.context
let author: TestUser
let friend: TestUser
let hubNo: number
let topicNo: number
let noteNos: number[]

beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
  topicNo = await newTopic(author, '여행')
  noteNos = []
  for (const title of ['하나', '둘', '셋']) noteNos.push(await writeIn(topicNo, title))
})

const writeIn = async (which: number, title: string) =>
  (await author.call(postNote, { topicNo: which, title, text: encodeText('') })).noteNo

const restoreAll = () => author.call(restoreTopic, { topicNo })
const tryRestore = async (which = topicNo, by = author) =>
  (await by.request(restoreTopic, { topicNo: which })).status
const removeAll = () => author.call(deleteTopic, { topicNo })
const cleanUpLater = () => {
  now += UNDO_DELETE_MS + 1_000
  return node.app.cleanUp()
}
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

/** The topic is deleted, and a note was saved in it after the others were trashed. */
async function killBetweenPasses(): Promise<void> {
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.topics, 'delete', async () => {
    await otherSession.call(postNote, { topicNo, title: '넷', text: encodeText('') })
    killBefore(repositories.notes, 'findNosByTopic')
  })
  expect(await author.request(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  await race
}

test('a topic is restored completely, with its number, and repeating the call does no harm', async () => {
  await author.call(createTopic, { title: '여행' })
  const { since } = await removeAll()
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
  const { since } = await removeAll()
  expect(await author.call(getTrash, {})).toMatchObject({ topics: [{ topicNo, noteCount: 3 }] })
  await author.call(restoreTopic, { topicNo, since })
  expect(await titlesIn()).toEqual(['둘', '셋'])
  await restoreAll()
  await expectConsistent()
})

test('a note restored alone and all others return to the same topic', async () => {
  await removeAll()
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  await restoreAll()
  await expectConsistent()
})

test('undone immediately the notes are shared again in order, restored later they have no shares', async () => {
  const leftHubNo = await makeHub(author, await newUser(node.url))
  for (const noteNo of noteNos.toReversed()) {
    now += 1_000
    await author.call(shareNote, { hubNo, noteNo })
  }
  await author.call(shareNote, { hubNo: leftHubNo, noteNo: noteNos[0] ?? 0 })
  await author.call(setSharedWriting, { hubNo, noteNo: noteNos[1] ?? 0, isOn: true })
  const { since } = await removeAll()
  expect(await unreadOfFriend()).toBe(0)
  await author.call(disjoin, { targetHubNo: leftHubNo })
  expect(await author.call(restoreTopic, { topicNo, since })).toMatchObject({ refusedHubNos: [leftHubNo] })
  expect(await unreadOfFriend()).toBe(3)
  const { notes } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.toSorted((one, other) => one.seq - other.seq).map(({ noteNo }) => noteNo)).toEqual(
    noteNos.toReversed(),
  )
  expect((await author.call(getShareHubs, { noteNo: noteNos[1] ?? 0 })).writing).toEqual([hubNo])

  await removeAll()
  now += UNDO_DELETE_MS + 1
  await restoreAll()
  await expectConsistent()
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
})

test('another user’s topic, an unknown one, and a deleted empty one are not found', async () => {
  const emptyNo = await newTopic(author, '빈 주제')
  for (const which of [topicNo, emptyNo]) await author.call(deleteTopic, { topicNo: which })
  expect(await friend.request(restoreTopic, { topicNo })).toMatchObject({ status: 404 })
  for (const which of [emptyNo, 999_999])
    expect(await author.request(restoreTopic, { topicNo: which })).toMatchObject({ status: 404 })
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await trashCount()).toBe(3)
})

test('a topic with more notes than one batch needs hardly more than three operations', async () => {
  async function operationsFor(notes: number): Promise<number> {
    const manyNo = await newTopic(author, '많은 노트')
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
  await removeAll()
  const { topics } = repositories
  const { countByUser: countOf } = topics
  topics.countByUser = async () => QUOTAS.topics
  expect(await tryRestore()).toBe(409)
  topics.countByUser = countOf
  expect(await trashCount()).toBe(3)
  await restoreAll()
  await expectConsistent()
})

test.each<[string, () => void]>([
  ['the topic was inserted', () => killBefore(repositories.topics, 'insert')],
  ['the notes were claimed', () => killBefore(repositories.trash, 'claimAll')],
  ['a note was inserted', () => killBefore(repositories.notes, 'insert')],
  ['they were shared again', () => killBefore(repositories.createShare, 'read')],
  ['they were removed from the trash', () => killBefore(repositories.trash, 'removeClaimed')],
])('a step that was killed before %s loses nothing, and can be repeated', async (step, kill) => {
  // Once there is a job, the cleanup finishes it as well.
  for (const finish of step === 'the notes were claimed' ? [restoreAll, cleanUpLater] : [restoreAll]) {
    await author.call(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
    await removeAll()
    kill()
    expect(await tryRestore()).toBe(500)
    await finish()
    await expectConsistent()
    expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 1 })
  }
})

test('a restore that was killed is not reported as done when it is repeated at once, and is finished', async () => {
  await removeAll()
  killBefore(repositories.notes, 'insert')
  killBefore(repositories.trash, 'releaseClaim')
  expect(await tryRestore()).toBe(500)
  expect(await tryRestore()).toBe(503)
  await cleanUpLater()
  await expectConsistent()
})

test.each<[string, () => void, () => Promise<{ status: number }>]>([
  [
    'its deletion',
    () => killBefore(repositories.topics, 'delete'),
    () => author.request(deleteTopic, { topicNo }),
  ],
  [
    'the deletion of a note',
    () => killBefore(repositories.notes, 'delete'),
    () => author.request(deleteNote, { noteNo: noteNos[1] ?? 0 }),
  ],
])('once a topic is restored, an interruption of %s is not resumed', async (_, kill, ask) => {
  kill()
  expect((await ask()).status).toBe(500)
  await removeAll()
  await restoreAll()
  await cleanUpLater()
  await expectConsistent()
})

test('an interrupted deletion is finished when one of its notes is restored alone', async () => {
  killBefore(repositories.topics, 'delete')
  expect(await author.request(deleteTopic, { topicNo })).toMatchObject({ status: 500 })
  const late = await writeIn(topicNo, '넷')
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  const expectAlone = async () => {
    expect(await titlesIn()).toEqual(['하나'])
    expect(await trashCount()).toBe(3)
    expect(await author.request(readTrash, { noteNo: late })).toMatchObject({ status: 200 })
  }
  await expectAlone()
  await cleanUpLater()
  await expectAlone()
})

test('notes saved in a topic during its deletion are in the trash, also when the last note is restored into another topic', async () => {
  await author.call(createTopic, { title: '여행' })
  await killBetweenPasses()
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  expect(await trashCount()).toBe(3)
})

test('a deletion is finished even without quota for another topic', async () => {
  await killBetweenPasses()
  const { countByUser: countOf } = repositories.topics
  repositories.topics.countByUser = async () => QUOTAS.topics
  expect(await tryRestore()).toBe(409)
  repositories.topics.countByUser = countOf
  await cleanUpLater()
  expect(await trashCount()).toBe(4)
})

test('an interrupted and repeated restore is not resumed once a note is deleted again', async () => {
  await removeAll()
  killBefore(repositories.trash, 'claimAll')
  expect(await tryRestore()).toBe(500)
  await restoreAll()
  await author.call(deleteNote, { noteNo: noteNos[1] ?? 0 })
  await cleanUpLater()
  expect(await titlesIn()).toEqual(['셋', '하나'])
})

test('a concurrent restore that is finished later does not restore a note that was deleted again', async () => {
  await author.call(shareNote, { hubNo, noteNo: noteNos[1] ?? 0 })
  await removeAll()
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.notes, 'insert', async () => {
    expect(await tryRestore(topicNo, otherSession)).toBe(503)
  })
  await restoreAll()
  await race
  await expectConsistent()
  now += 1
  await author.call(deleteNote, { noteNo: noteNos[1] ?? 0 })
  await cleanUpLater()
  expect(await titlesIn()).toEqual(['셋', '하나'])
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
})

test('a topic that is deleted again meanwhile is gone, and its notes are in the trash', async () => {
  await removeAll()
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.trash, 'claimAll', () => otherSession.call(deleteTopic, { topicNo }))
  expect(await tryRestore()).toBe(404)
  await race
  expect(await trashCount()).toBe(3)
  await restoreAll()
  await expectConsistent()
})

test('a note restored during the deletion of its topic stays, and the others are in the trash', async () => {
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.topics, 'delete', async () => {
    now += 1
    await otherSession.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.slice(0, 1)) })
  })
  await removeAll()
  await race
  expect(await titlesIn()).toEqual(['하나'])
  expect(await trashCount()).toBe(2)
})

test('two concurrent restores restore a topic once', async () => {
  await removeAll()
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.topics, 'insert', () => otherSession.call(restoreTopic, { topicNo }))
  await restoreAll()
  await race
  await expectConsistent()
})

test('the user’s other devices receive each note, and nobody else does', async () => {
  await removeAll()
  const otherSession = await signInUser(node.url, author.email)
  const [tab, theirs] = [await otherSession.openSocket(), await friend.openSocket()]
  await restoreAll()
  await expect
    .poll(() => tab.received.filter(({ name }) => name === 'note:saved').length)
    .toBe(noteNos.length)
  expect(theirs.received.map(({ name }) => name)).not.toContain('note:saved')
})

test('every stored field of a topic is listed as restored or not', () => {
  const comesBack = ['subjectNo', 'ownerNo', 'title', 'noteCount']
  const isAnew = ['createdAt', 'unsettled.noteNo', 'unsettled.since', 'broughtAt']
  expect(
    Object.keys(storedFields.topics ?? {}).toSorted(),
    'Make moveToTrash store it with each note, like subjectTitle, and bringTopic restore it; or list it here as not restored',
  ).toEqual([...comesBack, ...isAnew].toSorted())
})
