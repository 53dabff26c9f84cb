import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
let author: TestUser
let friend: TestUser
let stranger: TestUser
let hubNo: number
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  author = await newUser(node.url, '글쓴이')
  friend = await newUser(node.url)
  stranger = await newUser(node.url)
  hubNo = await makeHub(author, friend)
})
afterAll(() => node.stop())

async function newTopic(title = '주제'): Promise<number> {
  return (await author.call(createTopic, { title })).subjects[0]?.subjectNo ?? 0
}

test('a note is returned to its author as it was written', async () => {
  const topicNo = await newTopic('회의')
  const { noteNo, version } = await author.call(postNote, {
    topicNo,
    title: '첫 회의',
    text: encodeText('본문'),
  })
  expect(version).toBe(1)
  expect(await author.call(getNote, { noteNo })).toEqual({
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

test('a friend can read a shared note, but does not get the number of its topic', async () => {
  const noteNo = await writeNote(author)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await friend.call(getNote, { noteNo })).toMatchObject({
    isAuthor: false,
    author: author.name,
    subjectNo: null,
    subjectTitle: '주제',
  })
})

test('only its author can find a note that is not shared', async () => {
  const noteNo = await writeNote(author, '비밀 제목', '비밀 본문')
  const before = await author.call(getNote, { noteNo })
  for (const other of [friend, stranger]) {
    const answers = [
      await other.request(getNote, { noteNo }),
      await other.request(updateNote, { noteNo, title: '바꾼 제목', text: '' }),
      await other.request(deleteNote, { noteNo }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect(JSON.stringify(answers)).not.toContain('비밀')
  }
  expect(await author.call(getNote, { noteNo })).toEqual(before)
})

test('readers of a note cannot change it', async () => {
  const noteNo = await writeNote(author)
  await author.call(shareNote, { hubNo, noteNo })
  const before = await author.call(getNote, { noteNo })
  const changes = [
    await friend.request(updateNote, { noteNo, title: '바꾼 제목', text: '', version: 1 }),
    await friend.request(deleteNote, { noteNo }),
  ]
  for (const answer of changes) expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await author.call(getNote, { noteNo })).toEqual(before)
})

test('a user cannot write into, or list, another user’s topic', async () => {
  const topicNo = await newTopic()
  expect(await stranger.request(postNote, { topicNo, title: '끼어든 노트', text: '' })).toMatchObject({
    status: 404,
  })
  expect(await stranger.request(getNotes, { topicNo })).toMatchObject({ status: 404 })
  expect(await author.call(getNotes, { topicNo })).toMatchObject({ noteCount: 0 })
})

test('a note that does not exist is not found', async () => {
  const noteNo = 987_654_321
  expect(await author.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.request(updateNote, { noteNo, title: '제목', text: '' })).toMatchObject({ status: 404 })
  expect(await author.request(deleteNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await author.request(getNotes, { topicNo: noteNo })).toMatchObject({ status: 404 })
})

test('the note changed last is first in the list', async () => {
  const topicNo = await newTopic('여러 노트')
  const post = (title: string) => author.call(postNote, { topicNo, title, text: encodeText('네 글자😀') })
  const first = await post('하나')
  const second = await post('둘')
  await author.call(shareNote, { hubNo, noteNo: first.noteNo })
  now += 1000
  await author.call(updateNote, { noteNo: first.noteNo, title: '하나 고침', text: encodeText('세글자') })
  expect(await author.call(getNotes, { topicNo })).toMatchObject({
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

test('pages are clamped, also after their last note was deleted', async () => {
  const topicNo = await newTopic()
  const posted: number[] = []
  for (let number = 1; number <= NOTES_PER_PAGE + 1; number += 1) {
    posted.push((await author.call(postNote, { topicNo, title: `노트 ${number}`, text: '' })).noteNo)
  }
  const last = await author.call(getNotes, { topicNo, curPageNo: 50 })
  expect(last).toMatchObject({
    noteCount: 10,
    notes: [{ noteNo: posted[0] }],
    pageIndex: { prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })
  await author.call(deleteNote, { noteNo: posted[0] ?? 0 })
  expect(await author.call(getNotes, { topicNo, curPageNo: 2 })).toMatchObject({
    notes: { length: NOTES_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})

test('a deleted note is not found by anybody', async () => {
  const noteNo = await writeNote(author)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await author.call(deleteNote, { noteNo })).toEqual({ success: true })
  for (const user of [author, friend]) {
    expect(await user.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  }
  expect(await author.request(deleteNote, { noteNo })).toMatchObject({ status: 404 })
})
