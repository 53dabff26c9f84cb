import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { TRASH_KEPT_MS, UNDO_DELETE_MS } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, getNotes, updateNote } from '#protocol/notes.ts'
import { getShareHubs, shareNote } from '#protocol/shares.ts'
import { createTopic, deleteTopic, getTopics, renameTopic } from '#protocol/topics.ts'
import { getTrash, purgeTrash, readTrash, restoreTrash } from '#protocol/trash.ts'
import type { Stores } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { comment, makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'

let node: TestNode
/** Where the same person does something while they do something here: at one node it would wait. */
let otherNode: TestNode
let author: Person
let friend: Person
let hubNo: number
let noteNo: number
let topicNo: number
let now = Date.now()

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), clock: () => new Date(now) }
  node = await startNode(parts)
  otherNode = await startNode(parts)
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})
beforeEach(async () => {
  author = await newPerson(node.url)
  friend = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
  noteNo = await writeNote(author, '회의록', '오늘 이야기한 것')
  topicNo = (await author.does(getNote, { noteNo })).subjectNo ?? 0
})

const list = () => author.does(getTrash, {})
const titlesInTrash = async () => (await list()).notes.map(({ title }) => title)
const restore = (...noteNos: number[]) =>
  author.does(restoreTrash, { noteNosJSON: JSON.stringify(noteNos.length > 0 ? noteNos : [noteNo]) })
const remove = (which = noteNo) => author.does(deleteNote, { noteNo: which })
const unreadOfFriend = async () => (await friend.does(getUnread, {})).total

/** Sessions end after a week. */
async function afterThirtyDays(): Promise<void> {
  now += TRASH_KEPT_MS + 1
  author = await signedIn(node.url, author.email)
}

async function expectBack(): Promise<void> {
  const note = await author.does(getNote, { noteNo })
  expect([note.title, decodeText(note.text)]).toEqual(['회의록', '오늘 이야기한 것'])
  expect(await titlesInTrash()).toEqual([])
}

test('a deleted note is in the trash, to be read there and nowhere else', async () => {
  expect(await list()).toMatchObject({ noteCount: 0, notes: [] })
  await remove()
  expect(await list()).toMatchObject({
    noteCount: 1,
    notes: [
      {
        noteNo,
        title: '회의록',
        length: 9,
        subjectTitle: '주제',
        deletedAt: new Date(now).toISOString(),
      },
    ],
  })
  const read = await author.does(readTrash, { noteNo })
  expect(decodeText(read.text)).toBe('오늘 이야기한 것')
  for (const call of [getNote, getHistory, deleteNote])
    expect(await author.asks(call, { noteNo })).toMatchObject({ status: 404 })
  const change = { noteNo, title: '되살아나라', text: encodeText('') }
  expect(await author.asks(updateNote, change)).toMatchObject({ status: 404 })
  expect(await author.does(getNotes, { topicNo })).toMatchObject({ noteCount: 0, notes: [] })
})

test('a restored note is as it was, under its topic, with its history', async () => {
  await author.does(updateNote, {
    noteNo,
    title: '회의록',
    text: encodeText('오늘 이야기한 것'),
    keepEarlier: true,
  })
  await remove()
  now += UNDO_DELETE_MS + 1
  expect(await restore()).toMatchObject({ notes: [{ noteNo, topicNo, refusedHubNos: [] }] })
  await expectBack()
  expect((await author.does(getHistory, { noteNo })).versions).toHaveLength(2)
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [{ subjectNo: topicNo, noteCount: 1 }] })
  // A second time there is nothing to restore.
  const again = await author.asks(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(again).toMatchObject({ status: 404 })
})

test('the notes of a deleted topic come back under one of its name', async () => {
  await writeNote(author, '다른 노트')
  await author.does(renameTopic, { topicNo, title: '여행' })
  await author.does(deleteTopic, { topicNo })
  expect(await list()).toMatchObject({ notes: [{ noteNo, subjectTitle: '여행' }] })
  const [made] = (await restore()).notes
  expect(await author.does(getTopics, {})).toMatchObject({
    subjects: [
      { title: '주제', noteCount: 1 },
      { subjectNo: topicNo, title: '여행', noteCount: 1 },
    ],
  })
  // And into that one again, as often as it is deleted.
  await remove()
  expect(await restore()).toMatchObject({ notes: [{ topicNo: made?.topicNo }] })
  await author.does(deleteTopic, { topicNo: made?.topicNo ?? 0 })
  await author.does(createTopic, { title: '여행' })
  const { subjects } = await author.does(getTopics, {})
  expect(await restore()).toMatchObject({ notes: [{ topicNo: subjects[0]?.subjectNo }] })
  await expectBack()
})

test('a deletion that is undone at once brings the shares back, unread only for whom it was', async () => {
  const reader = await newPerson(node.url)
  const other = await makeHub(author, reader)
  const left = await makeHub(author, friend, reader)
  for (const room of [hubNo, other, left]) await author.does(shareNote, { hubNo: room, noteNo })
  await comment(friend, { hubNo, noteNo }, '좋아요')
  await reader.does(markAsRead, { hubNo: other, seq: 1 })
  const shared = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  now += 5_000
  await remove()
  expect(await unreadOfFriend()).toBe(0)
  await author.does(disjoin, { targetHubNo: left })

  expect(await restore()).toMatchObject({ notes: [{ refusedHubNos: [left] }] })
  await expectBack()
  expect(await unreadOfFriend()).toBe(1)
  expect(await reader.does(getUnread, {})).toMatchObject({ total: 0 })
  const again = await friend.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(again.notes).toMatchObject([
    { noteNo, seq: 2, sharedAt: shared.notes[0]?.sharedAt, commentCount: 1 },
  ])
  expect((await friend.does(getComments, { hubNo, noteNo })).comments).toMatchObject([{ text: '좋아요' }])
})

test('restored later it comes back alone', async () => {
  await author.does(shareNote, { hubNo, noteNo })
  await remove()
  now += UNDO_DELETE_MS + 1
  await restore()
  expect(await author.does(getShareHubs, { noteNo, needSharedList: 1 })).toMatchObject({ shared: [] })
  expect(await friend.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test('what is purged is gone for good, with all that hung on it', async () => {
  const [kept, other] = [await writeNote(author, '남는 노트'), await writeNote(author, '또 하나')]
  await author.does(shareNote, { hubNo, noteNo })
  await comment(friend, { hubNo, noteNo })
  for (const each of [noteNo, kept, other]) await remove(each)
  await author.does(purgeTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await titlesInTrash()).toEqual(['또 하나', '남는 노트'])
  expect(await author.asks(readTrash, { noteNo })).toMatchObject({ status: 404 })
  await author.does(purgeTrash, {})
  expect(await list()).toMatchObject({ noteCount: 0 })
  await node.app.cleanUp()
  const { stores } = node.app.context
  expect(await stores.trash.numbersOf(author.userNo)).toEqual([])
  expect(await stores.comments.ofWriter(friend.userNo)).toEqual([])
})

test('after thirty days a note is gone', async () => {
  await remove()
  await afterThirtyDays()
  now -= 2
  await node.app.cleanUp()
  expect(await titlesInTrash()).toEqual(['회의록'])
  now += 2
  expect(await titlesInTrash()).toEqual([])
  const late = await author.asks(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(late).toMatchObject({ status: 404 })
  await node.app.cleanUp()
  expect(await node.app.context.stores.trash.numbersOf(author.userNo)).toEqual([])
})

test('of several those that are there are restored, or deleted for good', async () => {
  const other = await writeNote(friend, '남의 노트')
  await friend.does(deleteNote, { noteNo: other })
  const theirs = { noteNosJSON: JSON.stringify([other]) }
  const both = { noteNosJSON: JSON.stringify([other, noteNo]) }
  for (const call of [restoreTrash, purgeTrash])
    expect(await author.asks(call, theirs)).toMatchObject({ status: 404 })
  await remove()
  expect(await author.asks(restoreTrash, both)).toMatchObject({ body: { notes: [{ noteNo }] } })
  await remove()
  expect(await author.asks(purgeTrash, both)).toMatchObject({ status: 200 })
  expect(await titlesInTrash()).toEqual([])
  expect(await friend.does(getTrash, {})).toMatchObject({ notes: [{ noteNo: other }] })
})

test('a save that comes while the note is deleted is in the trash', async () => {
  const { stores } = node.app.context
  const deleteAsRead = stores.notes.delete
  stores.notes.delete = async (note, at) => {
    stores.notes.delete = deleteAsRead
    await author.does(updateNote, { noteNo, title: '마지막 말', text: encodeText('놓치지 않아요') })
    return deleteAsRead(note, at)
  }
  await remove()
  const read = await author.does(readTrash, { noteNo })
  expect([read.title, decodeText(read.text)]).toEqual(['마지막 말', '놓치지 않아요'])
})

test('a save that comes to nothing because the note is deleted takes no earlier text with it', async () => {
  for (const text of ['둘째', '셋째'])
    await author.does(updateNote, { noteNo, title: '회의록', text: encodeText(text), keepEarlier: true })
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.notes, 'update', () =>
    elsewhere.does(deleteNote, { noteNo }),
  )
  const late = { noteNo, title: '회의록', text: encodeText('늦은 말'), keepEarlier: true }
  expect(await author.asks(updateNote, late)).toMatchObject({ status: 404 })
  await interleave
  await restore()
  const { versions } = await author.does(getHistory, { noteNo })
  const texts = versions.map(({ text }) => decodeText(text))
  expect(new Set(texts)).toEqual(new Set(['셋째', '둘째', '오늘 이야기한 것']))
})

test('nor the text that another save, which came to something, has replaced', async () => {
  const elsewhere = await signedIn(otherNode.url, author.email)
  const save = (words: string) => ({ noteNo, title: '회의록', text: encodeText(words), keepEarlier: true })
  // Both keep the first text; the other node's save replaces it, and then the note is deleted.
  const interleave = runBefore(node.app.context.stores.notes, 'update', async () => {
    await elsewhere.does(updateNote, save('둘째'))
    await elsewhere.does(deleteNote, { noteNo })
  })
  expect(await author.asks(updateNote, save('늦은 말'))).toMatchObject({ status: 404 })
  await interleave
  await restore()
  const { versions } = await author.does(getHistory, { noteNo })
  const texts = versions.map(({ text }) => decodeText(text))
  expect(new Set(texts)).toEqual(new Set(['둘째', '오늘 이야기한 것']))
})

test('where a note cannot be restored it is said each time, and can be tried again at once', async () => {
  await author.does(deleteTopic, { topicNo })
  const { stores } = node.app.context
  const insert = stores.topics.insert
  stores.topics.insert = () => Promise.reject(new RequestError('quota'))
  const noteNosJSON = JSON.stringify([noteNo])
  for (let time = 0; time < 2; time += 1)
    expect(await author.asks(restoreTrash, { noteNosJSON })).toMatchObject({ status: 409 })
  stores.topics.insert = insert
  await restore()
  await expectBack()
})

test.each<[string, (stores: Stores) => void]>([
  ['it was kept', stores => killBefore(stores.trash, 'keep')],
  ['its share was withdrawn', stores => killBefore(stores.shares, 'withdraw')],
  ['it left its topic', stores => killBefore(stores.notes, 'delete')],
  ['it was settled', stores => killBefore(stores.trash, 'settle')],
])('a deletion that was killed before %s loses nothing', async (_, kill) => {
  await author.does(shareNote, { hubNo, noteNo })
  kill(node.app.context.stores)
  expect(await author.asks(deleteNote, { noteNo })).toMatchObject({ status: 500 })
  now += UNDO_DELETE_MS + 1
  await node.app.cleanUp()
  expect(await titlesInTrash()).toEqual(['회의록'])
  expect(await friend.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
  await restore()
  await expectBack()
})

test.each<[string, (stores: Stores) => void]>([
  ['the note was back', stores => killBefore(stores.notes, 'insert')],
  ['it had left the trash', stores => killBefore(stores.trash, 'remove')],
])('a restoring that was killed before %s can be repeated', async (_, kill) => {
  await remove()
  kill(node.app.context.stores)
  const noteNosJSON = JSON.stringify([noteNo])
  expect(await author.asks(restoreTrash, { noteNosJSON })).toMatchObject({ status: 500 })
  now += UNDO_DELETE_MS + 1
  await restore()
  await expectBack()
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [{ noteCount: 1 }] })
})

test.each<[string, (stores: Stores) => void, () => Promise<unknown>]>([
  ['a note', stores => killBefore(stores.notes, 'delete'), () => author.asks(deleteNote, { noteNo })],
  ['its topic', stores => killBefore(stores.topics, 'delete'), () => author.asks(deleteTopic, { topicNo })],
])('a deletion of %s that was cut off is not taken up once the note is back', async (_, kill, asks) => {
  kill(node.app.context.stores)
  expect(await asks()).toMatchObject({ status: 500 })
  expect(await asks()).toMatchObject({ status: 200 })
  await restore()
  now += UNDO_DELETE_MS + 1
  await node.app.cleanUp()
  await expectBack()
})

test('what was restored and not taken out of the trash outlives the trash', async () => {
  await remove()
  killBefore(node.app.context.stores.trash, 'remove')
  expect(await author.asks(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })).toMatchObject({
    status: 500,
  })
  await afterThirtyDays()
  await node.app.cleanUp()
  await expectBack()
})

test('what was restored, changed and deleted again meanwhile keeps its last words', async () => {
  const other = await writeNote(author, '다른 노트')
  await remove(noteNo)
  await remove(other)
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.notes, 'insert', async () => {
    await elsewhere.does(restoreTrash, { noteNosJSON: JSON.stringify([other]) })
    await elsewhere.does(updateNote, { noteNo: other, title: '다른 노트', text: encodeText('마지막 말') })
    now += 1
    await elsewhere.does(deleteNote, { noteNo: other })
  })
  expect((await restore(noteNo, other)).notes).toMatchObject([{ noteNo }])
  await interleave
  expect(await author.asks(getNote, { noteNo: other })).toMatchObject({ status: 404 })
  expect(decodeText((await author.does(readTrash, { noteNo: other })).text)).toBe('마지막 말')
})

test('two who restore a note at once restore it once', async () => {
  await remove()
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.notes, 'insert', async () => {
    const again = await elsewhere.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
    expect(again.notes).toEqual([])
  })
  expect((await restore()).notes).toMatchObject([{ noteNo }])
  await interleave
  await expectBack()
  expect(await author.does(getTopics, {})).toMatchObject({ subjects: [{ noteCount: 1 }] })
})

test('what was deleted twice at once and restored in between is not lost', async () => {
  const elsewhere = await signedIn(otherNode.url, author.email)
  const interleave = runBefore(node.app.context.stores.notes, 'delete', async () => {
    await elsewhere.does(deleteNote, { noteNo })
    await elsewhere.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  })
  await remove()
  await interleave
  expect(await titlesInTrash()).toEqual(['회의록'])
  now += UNDO_DELETE_MS + 1
  await restore()
  await expectBack()
})
