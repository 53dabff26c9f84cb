import { beforeEach, describe, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { LATEST_NOTES_SHOWN, NOTE_EXCERPT_MAX, NOTES_PER_PAGE } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import {
  deleteNote,
  getLatestNotes,
  getNote,
  getNotes,
  moveNotes,
  NOTE_ORDERS,
  type NoteOrder,
  pinNote,
  postNote,
  updateNote,
} from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { listNotes } from '#server/features/notes/notes.service.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  makeHub,
  newTopic,
  newUser,
  newUsers,
  shareNewNote,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

let now = Date.now()

/** The lists need different times of their notes. */
const [node, listNode] = await openNodes({ clock: () => new Date(now) }, {})
const author = await newUser(node.url, '글쓴이')
const [friend, otherUser] = await newUsers(node.url, node.url)
const hubNo = await makeHub(author, friend)

test('a note is returned to its author as it was written', async () => {
  const topicNo = await newTopic(author, '회의')
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
  for (const other of [friend, otherUser]) {
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

test('the note changed last is first in the list', async () => {
  const topicNo = await newTopic(author, '여러 노트')
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
  const topicNo = await newTopic(author)
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

describe('lists', () => {
  let owner: TestUser
  let topicNo: number

  beforeEach(async () => {
    owner = await newUser(listNode.url)
    topicNo = await newTopic(owner)
  })

  async function write(title: string, text = ''): Promise<number> {
    return (await owner.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
  }

  const list = (order?: NoteOrder, curPageNo?: number) =>
    owner.call(getNotes, { topicNo, ...(order && { order }), ...(curPageNo && { curPageNo }) })

  const titles = async (order?: NoteOrder, curPageNo?: number) =>
    (await list(order, curPageNo)).notes.map(({ title }) => title)

  const pin = (noteNo: number, isPinned = true) => owner.call(pinNote, { noteNo, isPinned })

  test('a list shows an excerpt of each note without markdown signs, limited to a line', async () => {
    await write('회의록', '## 오늘\n\n- [ ] **책장**을 [재기](https://example.com/very/long)\n\n> 끝')
    await write('긴 글', `${'👍🏽가나다 '.repeat(400)}`)
    await write('빈 글')
    const [empty, long, short] = (await list()).notes
    expect(empty?.excerpt).toBe('')
    expect([...(long?.excerpt ?? '')]).toHaveLength(NOTE_EXCERPT_MAX)
    expect(long?.excerpt.isWellFormed()).toBe(true)
    expect(short?.excerpt).toBe('오늘 · 책장을 재기 끝')
  })

  test('the excerpt is stored with each version, and one of another version is not shown', async () => {
    const noteNo = await write('장보기', '처음')
    const notes = listNode.mongo.collection('notes')
    const stored = async () => (await notes.findOne({ noteNo }))?.excerpt
    expect(await stored()).toEqual({ version: 1, text: '처음' })
    await owner.call(updateNote, { noteNo, title: '장보기', text: encodeText('**다음**') })
    expect(await stored()).toEqual({ version: 2, text: '다음' })
    await notes.updateOne({ noteNo }, { $set: { 'excerpt.text': '보관한 것' } })
    expect((await list()).notes).toMatchObject([{ excerpt: '보관한 것' }])
    // As a node of an earlier release saves.
    await notes.updateOne({ noteNo }, { $set: { text: '나중' }, $inc: { version: 1 } })
    expect((await list()).notes).toMatchObject([{ excerpt: '나중' }])
    await notes.updateOne({ noteNo }, { $unset: { excerpt: 1 } })
    expect((await list()).notes).toMatchObject([{ excerpt: '나중' }])
  })

  test('the list of recent changes includes all of the user’s topics, and nothing of other users', async () => {
    const [first] = [await write('첫째'), await write('둘째')]
    topicNo = await newTopic(owner, '다른 주제')
    const deletedNo = await write('지울 것')
    await write('셋째', '**굵은** 글')
    await owner.call(updateNote, { noteNo: first, title: '첫째', text: encodeText('고침') })
    await owner.call(deleteNote, { noteNo: deletedNo })
    const { notes } = await owner.call(getLatestNotes, {})
    expect(notes.map(({ title, excerpt, subjectTitle }) => [title, excerpt, subjectTitle])).toEqual([
      ['첫째', '고침', '주제'],
      ['셋째', '굵은 글', '다른 주제'],
      ['둘째', '', '주제'],
    ])
    await write('넷째')
    expect((await owner.call(getLatestNotes, {})).notes).toHaveLength(LATEST_NOTES_SHOWN)
    const newcomer = await newUser(listNode.url)
    expect(await newcomer.call(getLatestNotes, {})).toMatchObject({ notes: [], hasShared: false })
    await shareNewNote(newcomer, await makeHub(newcomer, owner))
    expect(await newcomer.call(getLatestNotes, {})).toMatchObject({ hasShared: true })
  })

  test('notes can be sorted by change, by creation or by name', async () => {
    const first = await write('회의록')
    await write('회의 날')
    await write('apple')
    await write('가을')
    await owner.call(updateNote, { noteNo: first, title: '회의록', text: '' })
    const sorted = {
      changed: ['회의록', '가을', 'apple', '회의 날'],
      created: ['가을', 'apple', '회의 날', '회의록'],
      title: ['apple', '가을', '회의 날', '회의록'],
    }
    expect(await titles()).toEqual(sorted.changed)
    for (const order of NOTE_ORDERS) expect(await titles(order), order).toEqual(sorted[order])
    // Concurrent calls share a read only if they ask for the same order.
    const viewer = { userNo: owner.userNo, privilege: 0 }
    const page = { topicNo, curPageNo: 1, itemsPerPage: NOTES_PER_PAGE }
    const lists = await Promise.all(
      NOTE_ORDERS.map(order => listNotes(listNode.app.context, viewer, { ...page, order })),
    )
    expect(lists.map(({ items }) => items.map(({ title }) => title))).toEqual(Object.values(sorted))
  })

  test('names are sorted as in a dictionary, ignoring case, with numbers by value', async () => {
    const inOrder = [
      '2월',
      '10월',
      'apple',
      'Apple',
      'banana',
      '가을',
      '노트 2',
      '노트 9',
      '노트 10',
      '노트 100',
      '하루',
    ]
    for (const title of [...inOrder].sort()) await write(title)
    expect(await titles('title', 1)).toEqual(inOrder.slice(0, NOTES_PER_PAGE))
    expect(await titles('title', 2)).toEqual(inOrder.slice(NOTES_PER_PAGE))
  })

  test('a pinned note is above the others, and pinning does not count as a change', async () => {
    const old = await write('오래된 노트')
    await write('새 노트')
    const before = await owner.call(getNote, { noteNo: old })
    await pin(old)
    await pin(old)
    expect((await list()).notes).toMatchObject([{ noteNo: old, isPinned: true }, { isPinned: false }])
    expect(await owner.call(getNote, { noteNo: old })).toEqual(before)
    expect((await owner.call(getHistory, { noteNo: old })).versions).toHaveLength(1)
    await write('가장 새 노트')
    expect(await titles()).toEqual(['오래된 노트', '가장 새 노트', '새 노트'])
    await owner.call(updateNote, { noteNo: old, title: '오래된 노트', text: '고침' })
    expect((await list()).notes[0]).toMatchObject({ noteNo: old, isPinned: true })
    await pin(old, false)
    await write('하나 더')
    expect((await titles())[0]).toBe('하나 더')
  })

  test('a pin belongs to one topic: it survives the trash, but not a move', async () => {
    const noteNo = await write('고정한 노트')
    await pin(noteNo)
    await owner.call(deleteNote, { noteNo })
    expect(await owner.request(pinNote, { noteNo, isPinned: false })).toMatchObject({ status: 404 })
    await owner.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
    expect((await list()).notes).toMatchObject([{ noteNo, isPinned: true }])
    topicNo = await newTopic(owner, '다른 주제')
    await owner.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
    expect((await list()).notes).toMatchObject([{ noteNo, isPinned: false }])
  })
})
