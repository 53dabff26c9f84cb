import { beforeEach, expect, test } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { TRASH_KEPT_MS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, getNotes, updateNote } from '#protocol/notes.ts'
import { getShareHubs, setSharedWriting, shareNote } from '#protocol/shares.ts'
import { createTopic, deleteTopic, getTopics, renameTopic } from '#protocol/topics.ts'
import { getTrash, purgeTrash, readTrash, restoreTrash } from '#protocol/trash.ts'
import { RequestError } from '#server/platform/errors.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newUser,
  signInUser,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

let now = Date.now()
const parts = { clock: () => new Date(now) }

/** The same user’s concurrent requests go to the other node; at one node they would be serialized. */
const [node, otherNode] = await openNodes(parts, parts)
const { repositories } = node.app.context
let author: TestUser
let friend: TestUser
let hubNo: number
let noteNo: number
let topicNo: number

beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
  noteNo = await writeNote(author, '회의록', '오늘 이야기한 것')
  topicNo = await topicOf(author, noteNo)
})

const list = () => author.call(getTrash, {})
const titlesInTrash = async () => (await list()).notes.map(({ title }) => title)
const listOf = (...noteNos: number[]) => ({
  noteNosJSON: JSON.stringify(noteNos.length > 0 ? noteNos : [noteNo]),
})
const restore = (...noteNos: number[]) => author.call(restoreTrash, listOf(...noteNos))
const tryRestore = async () => (await author.request(restoreTrash, listOf())).status
const remove = (which = noteNo) => author.call(deleteNote, { noteNo: which })
const unreadOfFriend = async () => (await friend.call(getUnread, {})).total

/** Sessions end after a week, so the user signs in again. */
async function signInAfterThirtyDays(): Promise<void> {
  now += TRASH_KEPT_MS + 1
  author = await signInUser(node.url, author.email)
}

const textsInHistory = async () =>
  new Set((await author.call(getHistory, { noteNo })).versions.map(({ text }) => decodeText(text)))

async function expectBack(): Promise<void> {
  const note = await author.call(getNote, { noteNo })
  expect([note.title, decodeText(note.text)]).toEqual(['회의록', '오늘 이야기한 것'])
  expect(await titlesInTrash()).toEqual([])
}

test('a deleted note is in the trash, and can only be read there', async () => {
  expect(await list()).toMatchObject({ noteCount: 0, notes: [] })
  await remove()
  expect(await list()).toMatchObject({
    noteCount: 1,
    notes: [
      { noteNo, title: '회의록', length: 9, subjectTitle: '주제', deletedAt: new Date(now).toISOString() },
    ],
  })
  const read = await author.call(readTrash, { noteNo })
  expect(decodeText(read.text)).toBe('오늘 이야기한 것')
  for (const call of [getNote, getHistory, deleteNote])
    expect(await author.request(call, { noteNo })).toMatchObject({ status: 404 })
  const change = { noteNo, title: '되살아나라', text: encodeText('') }
  expect(await author.request(updateNote, change)).toMatchObject({ status: 404 })
  expect(await author.call(getNotes, { topicNo })).toMatchObject({ noteCount: 0, notes: [] })
})

test('a note restored later is unchanged, in its topic, with its history, and without its shares', async () => {
  await author.call(shareNote, { hubNo, noteNo })
  const same = { noteNo, title: '회의록', text: encodeText('오늘 이야기한 것') }
  await author.call(updateNote, { ...same, keepEarlier: true })
  await remove()
  now += UNDO_DELETE_MS + 1
  expect(await restore()).toMatchObject({ notes: [{ noteNo, topicNo, refusedHubNos: [] }] })
  await expectBack()
  expect((await author.call(getHistory, { noteNo })).versions).toHaveLength(2)
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [{ subjectNo: topicNo, noteCount: 1 }] })
  expect(await author.call(getShareHubs, { noteNo, needSharedList: 1 })).toMatchObject({ shared: [] })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  // The second time there is nothing to restore.
  expect(await tryRestore()).toBe(404)
})

test('the notes of a deleted topic are restored into a new topic with its name', async () => {
  await writeNote(author, '다른 노트')
  await author.call(renameTopic, { topicNo, title: '여행' })
  await author.call(deleteTopic, { topicNo })
  expect(await list()).toMatchObject({ notes: [{ noteNo, subjectTitle: '여행' }] })
  const [made] = (await restore()).notes
  expect(await author.call(getTopics, {})).toMatchObject({
    subjects: [
      { title: '주제', noteCount: 1 },
      { subjectNo: topicNo, title: '여행', noteCount: 1 },
    ],
  })
  // And into the same topic again after another deletion.
  await remove()
  expect(await restore()).toMatchObject({ notes: [{ topicNo: made?.topicNo }] })
  await author.call(deleteTopic, { topicNo: made?.topicNo ?? 0 })
  await author.call(createTopic, { title: '여행' })
  const { subjects } = await author.call(getTopics, {})
  expect(await restore()).toMatchObject({ notes: [{ topicNo: subjects[0]?.subjectNo }] })
  await expectBack()
})

test('undoing a deletion immediately restores the shares, unread only for members for whom they were', async () => {
  const reader = await newUser(node.url)
  const other = await makeHub(author, reader)
  const leftHubNo = await makeHub(author, friend, reader)
  for (const room of [hubNo, other, leftHubNo]) await author.call(shareNote, { hubNo: room, noteNo })
  await comment(friend, { hubNo, noteNo }, '좋아요')
  await reader.call(markAsRead, { hubNo: other, seq: 1 })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const shared = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  now += 5_000
  await remove()
  expect(await unreadOfFriend()).toBe(0)
  await author.call(disjoin, { targetHubNo: leftHubNo })

  killBefore(repositories.createShare, 'save')
  expect(await tryRestore()).toBe(500)
  expect(await restore()).toMatchObject({ notes: [{ refusedHubNos: [leftHubNo] }] })
  await expectBack()
  expect(await unreadOfFriend()).toBe(1)
  expect(await reader.call(getUnread, {})).toMatchObject({ total: 0 })
  const again = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(again.notes).toMatchObject([
    { noteNo, seq: 2, sharedAt: shared.notes[0]?.sharedAt, commentCount: 1 },
  ])
  expect((await friend.call(getComments, { hubNo, noteNo })).comments).toMatchObject([{ text: '좋아요' }])
  expect((await author.call(getShareHubs, { noteNo })).writing).toEqual([hubNo])
})

test('a purged note is deleted permanently, with everything that belongs to it', async () => {
  const [remaining, other] = [await writeNote(author, '남는 노트'), await writeNote(author, '또 하나')]
  await author.call(shareNote, { hubNo, noteNo })
  await comment(friend, { hubNo, noteNo })
  for (const each of [noteNo, remaining, other]) await remove(each)
  await author.call(purgeTrash, listOf(noteNo))
  expect(await titlesInTrash()).toEqual(['또 하나', '남는 노트'])
  expect(await author.request(readTrash, { noteNo })).toMatchObject({ status: 404 })
  await author.call(purgeTrash, {})
  expect(await list()).toMatchObject({ noteCount: 0 })
  await node.app.cleanUp()
  expect(await repositories.trash.numbersOf(author.userNo)).toEqual([])
  expect(await repositories.comments.findByWriter(friend.userNo)).toEqual([])
})

test('a note is purged after thirty days', async () => {
  await remove()
  await signInAfterThirtyDays()
  now -= 2
  await node.app.cleanUp()
  expect(await titlesInTrash()).toEqual(['회의록'])
  now += 2
  expect(await titlesInTrash()).toEqual([])
  expect(await tryRestore()).toBe(404)
  await node.app.cleanUp()
  expect(await repositories.trash.numbersOf(author.userNo)).toEqual([])
})

test('of several notes existing ones are restored or purged', async () => {
  const other = await writeNote(friend, '남의 노트')
  await friend.call(deleteNote, { noteNo: other })
  const [theirs, both] = [listOf(other), listOf(other, noteNo)]
  for (const call of [restoreTrash, purgeTrash])
    expect(await author.request(call, theirs)).toMatchObject({ status: 404 })
  await remove()
  expect(await author.request(restoreTrash, both)).toMatchObject({ body: { notes: [{ noteNo }] } })
  await remove()
  expect(await author.request(purgeTrash, both)).toMatchObject({ status: 200 })
  expect(await titlesInTrash()).toEqual([])
  expect(await friend.call(getTrash, {})).toMatchObject({ notes: [{ noteNo: other }] })
})

test('a save during the deletion of the note is in the trash', async () => {
  const change = { noteNo, title: '마지막 말', text: encodeText('놓치지 않아요') }
  const race = runBefore(repositories.notes, 'delete', () => author.call(updateNote, change))
  await remove()
  await race
  const read = await author.call(readTrash, { noteNo })
  expect([read.title, decodeText(read.text)]).toEqual(['마지막 말', '놓치지 않아요'])
})

test('a save that fails because the note is deleted does not remove an earlier text', async () => {
  for (const text of ['둘째', '셋째'])
    await author.call(updateNote, { noteNo, title: '회의록', text: encodeText(text), keepEarlier: true })
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.notes, 'update', () => otherSession.call(deleteNote, { noteNo }))
  const late = { noteNo, title: '회의록', text: encodeText('늦은 말'), keepEarlier: true }
  expect(await author.request(updateNote, late)).toMatchObject({ status: 404 })
  await race
  await restore()
  expect(await textsInHistory()).toEqual(new Set(['셋째', '둘째', '오늘 이야기한 것']))
})

test('nor the text that another, successful save has replaced', async () => {
  const otherSession = await signInUser(otherNode.url, author.email)
  const save = (words: string) => ({ noteNo, title: '회의록', text: encodeText(words), keepEarlier: true })
  // Both start from the first text; the save of the other node replaces it, and then the note is deleted.
  const race = runBefore(repositories.notes, 'update', async () => {
    await otherSession.call(updateNote, save('둘째'))
    await otherSession.call(deleteNote, { noteNo })
  })
  expect(await author.request(updateNote, save('늦은 말'))).toMatchObject({ status: 404 })
  await race
  await restore()
  expect(await textsInHistory()).toEqual(new Set(['둘째', '오늘 이야기한 것']))
})

test('a note that cannot be restored is reported each time, and can be retried immediately', async () => {
  await author.call(deleteTopic, { topicNo })
  const insert = repositories.topics.insert
  repositories.topics.insert = () => Promise.reject(new RequestError('quota'))
  for (let time = 0; time < 2; time += 1) expect(await tryRestore()).toBe(409)
  repositories.topics.insert = insert
  await restore()
  await expectBack()
})

test.each<[string, () => void]>([
  ['it was copied to the trash', () => killBefore(repositories.trash, 'save')],
  ['its share was withdrawn', () => killBefore(repositories.shares, 'withdraw')],
  ['it left its topic', () => killBefore(repositories.notes, 'delete')],
  ['the counts were updated', () => killBefore(repositories.trash, 'settle')],
])('a deletion that was killed before %s loses nothing', async (_, kill) => {
  await author.call(shareNote, { hubNo, noteNo })
  kill()
  expect(await author.request(deleteNote, { noteNo })).toMatchObject({ status: 500 })
  now += UNDO_DELETE_MS + 1
  await node.app.cleanUp()
  expect(await titlesInTrash()).toEqual(['회의록'])
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
  await restore()
  await expectBack()
})

test.each<[string, () => void]>([
  ['the note was inserted', () => killBefore(repositories.notes, 'insert')],
  ['it was removed from the trash', () => killBefore(repositories.trash, 'remove')],
])('a restore that was killed before %s can be repeated', async (_, kill) => {
  await remove()
  kill()
  expect(await tryRestore()).toBe(500)
  now += UNDO_DELETE_MS + 1
  await restore()
  await expectBack()
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [{ noteCount: 1 }] })
})

test('a restore that was killed is not reported as done when it is repeated at once', async () => {
  await remove()
  killBefore(repositories.notes, 'insert')
  killBefore(repositories.trash, 'releaseClaim')
  expect(await tryRestore()).toBe(500)
  expect(await tryRestore()).toBe(503)
  now += UNDO_DELETE_MS + 1
  await restore()
  await expectBack()
})

test.each<[string, () => void, () => Promise<unknown>]>([
  ['a note', () => killBefore(repositories.notes, 'delete'), () => author.request(deleteNote, { noteNo })],
  [
    'its topic',
    () => killBefore(repositories.topics, 'delete'),
    () => author.request(deleteTopic, { topicNo }),
  ],
])('an interrupted deletion of %s is not resumed once the note is restored', async (_, kill, asks) => {
  kill()
  expect(await asks()).toMatchObject({ status: 500 })
  expect(await asks()).toMatchObject({ status: 200 })
  await restore()
  now += UNDO_DELETE_MS + 1
  await node.app.cleanUp()
  await expectBack()
})

test('a restored note that was not removed from the trash survives the purge', async () => {
  await remove()
  killBefore(repositories.trash, 'remove')
  expect(await tryRestore()).toBe(500)
  await signInAfterThirtyDays()
  await node.app.cleanUp()
  await expectBack()
})

test('a note restored, changed and deleted again meanwhile keeps its last text', async () => {
  const other = await writeNote(author, '다른 노트')
  await remove(noteNo)
  await remove(other)
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.notes, 'insert', async () => {
    await otherSession.call(restoreTrash, listOf(other))
    await otherSession.call(updateNote, { noteNo: other, title: '다른 노트', text: encodeText('마지막 말') })
    now += 1
    await otherSession.call(deleteNote, { noteNo: other })
  })
  expect((await restore(noteNo, other)).notes).toMatchObject([{ noteNo }])
  await race
  expect(await author.request(getNote, { noteNo: other })).toMatchObject({ status: 404 })
  expect(decodeText((await author.call(readTrash, { noteNo: other })).text)).toBe('마지막 말')
})

test('two concurrent restores restore a note once', async () => {
  await remove()
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.notes, 'insert', async () => {
    expect(await otherSession.request(restoreTrash, listOf(noteNo))).toMatchObject({ status: 503 })
  })
  expect((await restore()).notes).toMatchObject([{ noteNo }])
  await race
  await expectBack()
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [{ noteCount: 1 }] })
})

test('a note deleted twice concurrently and restored in between is not lost', async () => {
  const otherSession = await signInUser(otherNode.url, author.email)
  const race = runBefore(repositories.notes, 'delete', async () => {
    await otherSession.call(deleteNote, { noteNo })
    await otherSession.call(restoreTrash, listOf(noteNo))
  })
  await remove()
  await race
  expect(await titlesInTrash()).toEqual(['회의록'])
  now += UNDO_DELETE_MS + 1
  await restore()
  await expectBack()
})
