import { beforeEach, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { NOTES_PER_PAGE } from '#protocol/limits.ts'
import { deleteNote, postNote, updateNote } from '#protocol/notes.ts'
import { searchNotes } from '#protocol/search.ts'
import { shareNote } from '#protocol/shares.ts'
import { getNotesByTag, getTags } from '#protocol/tags.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newTopic, newUser, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
let author: TestUser
let topicNo: number

beforeEach(async () => {
  author = await newUser(node.url, '글쓴이')
  topicNo = await newTopic(author, '여행')
})

const write = async (title: string, text: string, to = topicNo, user = author) =>
  (await user.call(postNote, { topicNo: to, title, text: encodeText(text) })).noteNo

const change = (noteNo: number, text: string) =>
  author.call(updateNote, { noteNo, title: '제목', text: encodeText(text) })

async function tagsOf(user = author): Promise<Record<string, number>> {
  const { tags } = await user.call(getTags, {})
  return Object.fromEntries(tags.map(({ tag, noteCount }) => [tag, noteCount]))
}

async function notesWith(tag: string, user = author): Promise<number[]> {
  return (await user.call(getNotesByTag, { tag })).notes.map(note => note.noteNo)
}

test('tags are counted across topics, whatever their case', async () => {
  const other = await newTopic(author, '일')
  const first = await write('하나', '#여행 #React #여행')
  const second = await write('둘', '글 #여행 `#코드`', other)
  expect((await author.call(getTags, {})).tags).toEqual([
    { tag: '여행', noteCount: 2 },
    { tag: 'react', noteCount: 1 },
  ])
  expect(await notesWith('#여행')).toEqual([second, first])
  expect(await notesWith('REACT')).toEqual([first])
  expect(await notesWith('코드')).toEqual([])
  const { notes, noteCount } = await author.call(getNotesByTag, { tag: '여행' })
  expect(noteCount).toBe(2)
  expect(notes[0]).toMatchObject({
    noteNo: second,
    title: '둘',
    subjectTitle: '일',
    excerpt: '글 #여행 #코드',
  })
})

test('a save changes the tags, also a later one in the same editing session', async () => {
  const noteNo = await write('글', '#봄')
  await change(noteNo, '#여름')
  await change(noteNo, '#여름 #가을')
  expect(await tagsOf()).toEqual({ 여름: 1, 가을: 1 })
  await change(noteNo, '글')
  expect(await tagsOf()).toEqual({})
})

test('a note in the trash has no tags until it is restored', async () => {
  const noteNo = await write('글', '#봄')
  await author.call(deleteNote, { noteNo })
  expect(await tagsOf()).toEqual({})
  expect(await notesWith('봄')).toEqual([])
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await notesWith('봄')).toEqual([noteNo])
})

test('the notes of a tag come in pages, last changed first', async () => {
  const noteNos: number[] = []
  for (let at = 0; at <= NOTES_PER_PAGE; at++) noteNos.unshift(await write(`글 ${at}`, '#봄'))
  expect(await notesWith('봄')).toEqual(noteNos.slice(0, NOTES_PER_PAGE))
  const { notes, pageIndex } = await author.call(getNotesByTag, { tag: '봄', curPageNo: 2 })
  expect(notes.map(({ noteNo }) => noteNo)).toEqual(noteNos.slice(NOTES_PER_PAGE))
  expect(pageIndex).toMatchObject({ curPageNum: 2, lastPageNum: 2 })
})

test('a search for the tag finds its notes', async () => {
  const noteNo = await write('글', '앞 #여행 뒤')
  await write('다른 글', '여행')
  const { notes } = await author.call(searchNotes, { query: '#여행' })
  expect(notes.map(note => note.noteNo)).toEqual([noteNo])
})

test.each(['', '#', '12', '여행 봄', '여행#봄'])('%j is no tag', async tag => {
  expect((await author.request(getNotesByTag, { tag })).status).toBe(400)
})

test('nobody else gets the tags, not even readers of the note, and visitors get nothing', async () => {
  const friend = await newUser(node.url, '친구')
  const hubNo = await makeHub(author, friend)
  const noteNo = await write('글', '#봄')
  await author.call(shareNote, { hubNo, noteNo })
  const own = await write('친구 글', '#봄 #친구', await newTopic(friend), friend)
  expect(await tagsOf(friend)).toEqual({ 봄: 1, 친구: 1 })
  expect(await notesWith('봄', friend)).toEqual([own])
  expect(await notesWith('친구')).toEqual([])
  for (const path of ['tags', 'bytag'])
    expect((await fetch(`${node.url}/api/note/${path}`, { method: 'POST' })).status).toBe(401)
})
