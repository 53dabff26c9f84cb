import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person
let friend: Person
let stranger: Person
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  author = await newPerson(node.url, '글쓴이')
  friend = await newPerson(node.url)
  stranger = await newPerson(node.url)
  hubNo = await makeHub(author, friend)
})
afterAll(() => node.stop())

async function newTopic(title = '주제'): Promise<number> {
  return (await author.does(createTopic, { title })).subjects[0]?.subjectNo ?? 0
}

test('a note is read by its author as it was written', async () => {
  const topicNo = await newTopic('회의')
  const { noteNo, version } = await author.does(postNote, {
    topicNo,
    title: '첫 회의',
    text: encodeText('본문'),
  })
  expect(version).toBe(1)
  expect(await author.does(getNote, { noteNo })).toEqual({
    success: true,
    noteNo,
    title: '첫 회의',
    author: author.name,
    authorNo: author.userNo,
    isAuthor: true,
    profPic: '',
    text: encodeText('본문'),
    lastUpdate: new Date(now).toISOString(),
    version: 1,
    subjectNo: topicNo,
    subjectTitle: '회의',
  })
})

test("a friend reads a shared note, but is not told its topic's number", async () => {
  const noteNo = await writeNote(author)
  await author.does(shareNote, { hubNo, noteNo })
  expect(await friend.does(getNote, { noteNo })).toMatchObject({
    isAuthor: false,
    author: author.name,
    subjectNo: null,
    subjectTitle: '주제',
  })
})

test('a note that is not shared is found by nobody but its author', async () => {
  const noteNo = await writeNote(author, '비밀 제목', '비밀 본문')
  const before = await author.does(getNote, { noteNo })
  for (const other of [friend, stranger]) {
    const answers = [
      await other.asks(getNote, { noteNo }),
      await other.asks(updateNote, { noteNo, title: '바꾼 제목', text: '' }),
      await other.asks(deleteNote, { noteNo }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(JSON.stringify(answers)).not.toContain('비밀')
  }
  expect(await author.does(getNote, { noteNo })).toEqual(before)
})

test('who may read a note may not change it', async () => {
  const noteNo = await writeNote(author)
  await author.does(shareNote, { hubNo, noteNo })
  const before = await author.does(getNote, { noteNo })
  const changes = [
    await friend.asks(updateNote, { noteNo, title: '바꾼 제목', text: '', version: 1 }),
    await friend.asks(deleteNote, { noteNo }),
  ]
  for (const answer of changes) expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await author.does(getNote, { noteNo })).toEqual(before)
})

test("nobody writes into, or lists, somebody else's topic", async () => {
  const topicNo = await newTopic()
  expect(await stranger.asks(postNote, { topicNo, title: '끼어든 노트', text: '' })).toMatchObject({
    status: 404,
  })
  expect(await stranger.asks(getNotes, { topicNo })).toMatchObject({ status: 404 })
  expect(await author.does(getNotes, { topicNo })).toMatchObject({ noteCount: 0 })
})

test('what does not exist is not found', async () => {
  const noteNo = 987_654_321
  expect(await author.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.asks(updateNote, { noteNo, title: '제목', text: '' })).toMatchObject({ status: 404 })
  expect(await author.asks(deleteNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.asks(getNotes, { topicNo: noteNo })).toMatchObject({ status: 404 })
})

test('the note changed last comes first in the list', async () => {
  const topicNo = await newTopic('여러 노트')
  const post = (title: string) => author.does(postNote, { topicNo, title, text: encodeText('네 글자😀') })
  const first = await post('하나')
  const second = await post('둘')
  await author.does(shareNote, { hubNo, noteNo: first.noteNo })
  now += 1000
  await author.does(updateNote, { noteNo: first.noteNo, title: '하나 고침', text: encodeText('세글자') })
  expect(await author.does(getNotes, { topicNo })).toMatchObject({
    subjectTitle: '여러 노트',
    noteCount: 2,
    notes: [
      {
        noteNo: first.noteNo,
        title: '하나 고침',
        lastUpdate: new Date(now).toISOString(),
        length: 3,
        sharedCount: 1,
      },
      { noteNo: second.noteNo, title: '둘', length: 6, sharedCount: 0 },
    ],
  })
})

test('pages are clamped, also after their last note went', async () => {
  const topicNo = await newTopic()
  const posted: number[] = []
  for (let number = 1; number <= NOTES_PER_PAGE + 1; number += 1) {
    posted.push((await author.does(postNote, { topicNo, title: `노트 ${number}`, text: '' })).noteNo)
  }
  const last = await author.does(getNotes, { topicNo, curPageNo: 50 })
  expect(last).toMatchObject({
    noteCount: 10,
    notes: [{ noteNo: posted[0] }],
    pageIndex: { prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })
  await author.does(deleteNote, { noteNo: posted[0] ?? 0 })
  expect(await author.does(getNotes, { topicNo, curPageNo: 2 })).toMatchObject({
    notes: { length: NOTES_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})

test('a deleted note is gone for everybody', async () => {
  const noteNo = await writeNote(author)
  await author.does(shareNote, { hubNo, noteNo })
  expect(await author.does(deleteNote, { noteNo })).toEqual({ success: true })
  for (const person of [author, friend]) {
    expect(await person.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
  }
  expect(await author.asks(deleteNote, { noteNo })).toMatchObject({ status: 404 })
})
