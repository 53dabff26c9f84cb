import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import type { MarkedLine } from '#protocol/search.ts'
import { type SearchGroup, searchAll } from '#protocol/search.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

let mongoUrl: string
let node: TestNode
let now = Date.now()

beforeAll(async () => {
  const clock = () => {
    now += 1_000
    return new Date(now)
  }
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock })
})
afterAll(() => node.stop())

const searchFor = (user: TestUser, query: string, group?: SearchGroup) =>
  user.call(searchAll, { query, group })

async function noteNos(user: TestUser, query: string): Promise<number[]> {
  return (await searchFor(user, query)).notes.items.map(({ noteNo }) => noteNo)
}

/** With matches in brackets. */
const highlight = (line: MarkedLine | undefined) =>
  line?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('every word must occur in title or text, in any order; sorted by number of words in the title, then newest first', async () => {
  const author = await newUser(node.url)
  const inText = await writeNote(author, '봄 소풍', '내년 예산은\n**회 의** 뒤에')
  const inBoth = await writeNote(author, '예산', 'REST API와 회의')
  const inTitle = await writeNote(author, '회의와 예산', '')
  const laterNoteNo = await writeNote(author, '여름', '예산 회의')
  await writeNote(author, '예산만', '다른 말')
  const { notes } = await searchFor(author, ' 회의  예산')
  expect(notes.count).toBe(4)
  expect(notes.items.map(({ noteNo }) => noteNo)).toEqual([inTitle, inBoth, laterNoteNo])
  expect(highlight(notes.items[0]?.title)).toBe('[회의]와 [예산]')
  expect(highlight(notes.items[1]?.excerpt)).toBe('REST API와 [회의]')
  expect(notes.items[1]).toMatchObject({ subjectTitle: '주제', lastUpdate: expect.stringMatching(/Z$/) })
  const all = (await searchFor(author, '회의 예산', 'notes')).notes.items
  expect(all.map(({ noteNo }) => noteNo)).toEqual([inTitle, inBoth, laterNoteNo, inText])
  expect(highlight(all[3]?.excerpt)).toBe('내년 [예산]은 [회 의] 뒤에')
  expect(await noteNos(author, 'rEsTapi')).toEqual([inBoth])
})

test('an exact title is first, and adjacent words come before others', async () => {
  const author = await newUser(node.url)
  const whole = await writeNote(author, '노트 7 독서', '')
  const sideBySide = await writeNote(author, '새 노트 7 독서 모임', '')
  const apart = await writeNote(author, '7월 독서 노트', '')
  expect(await noteNos(author, '노트 7 독서')).toEqual([whole, sideBySide, apart])
})

test('adjacent words in a text come before some of the words in a title', async () => {
  const author = await newUser(node.url)
  const inTitle = await writeNote(author, '책과 노트', '새 친구와 독서')
  const sideBySide = await writeNote(author, '주말', '토요일의 독서 노트 친구 모임')
  await writeNote(author, '주중', '친구와 노트를 나누는 독서')
  const allInTitle = await writeNote(author, '친구의 노트와 독서', '')
  expect(await noteNos(author, '독서 노트 친구')).toEqual([allInTitle, sideBySide, inTitle])
})

test('finds initial consonants in titles and texts, and half-typed syllables', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '3월 회의록', '배추 김치를 담갔다')
  for (const query of ['ㅎㅇㄹ', '회ㅇ', 'ㄱㅊ', 'ㅎㅇㄹ ㄱㅊ', '3월ㅎ', '배추ㄱ'])
    expect(await noteNos(author, query), query).toEqual([noteNo])
  expect(await noteNos(author, 'ㅎㅇㅎ')).toEqual([])
})

test('treats patterns, field names and database operators as text', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '$title {$gt: 0} a.b*c', '(회 [의] \\ ^$')
  for (const query of ['$title', '{$gt:', 'a.b*c', '[의]', '\\', '(ㅎ', '^$'])
    expect(await noteNos(author, query), query).toEqual([noteNo])
  for (const query of ['$sought.text', 'a.b.c', '.*', '(ㅎㅎ', '$$ROOT'])
    expect(await noteNos(author, query), query).toEqual([])
  for (const query of ['', '   ', '가'.repeat(41)])
    expect(await author.callWithInvalidInput(searchAll, { query })).toMatchObject({
      status: 400,
      body: { field: 'query' },
    })
  expect((await author.callWithInvalidInput(searchAll, { query: '글', group: 'users' })).status).toBe(400)
})

test('finds the current text of a saved note, and no trashed note until it is restored', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '김장', '배추')
  await author.call(updateNote, { noteNo, title: '김밥', text: encodeText('단무지') })
  expect(await noteNos(author, '배추')).toEqual([])
  expect(await noteNos(author, '김밥 단무지')).toEqual([noteNo])
  expect(await author.call(getNote, { noteNo })).not.toHaveProperty('sought')
  await author.call(deleteNote, { noteNo })
  expect(await noteNos(author, '김밥')).toEqual([])
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await noteNos(author, 'ㄱㅂ ㄷㅁㅈ')).toEqual([noteNo])
})

test('finds the user’s topics by title, newest first, and no one else’s', async () => {
  const owner = await newUser(node.url)
  for (const title of ['회의록', '장보기', '주간 회의', '월간 회의', '회의 준비'])
    await owner.call(createTopic, { title })
  const { topics } = await searchFor(owner, 'ㅎㅇ')
  expect(topics.count).toBe(4)
  expect(topics.items.map(({ title, noteCount }) => [highlight(title), noteCount])).toEqual([
    ['[회의] 준비', 0],
    ['월간 [회의]', 0],
    ['주간 [회의]', 0],
  ])
  expect((await searchFor(owner, 'ㅎㅇ', 'topics')).topics.items).toHaveLength(4)
  expect((await searchFor(await newUser(node.url), 'ㅎㅇ')).topics).toEqual({ count: 0, items: [] })
})

test('finds hubs by their names and members, last used first, and never a hub without membership', async () => {
  const me = await newUser(node.url, '지은')
  const minho = await newUser(node.url, '강민호')
  const sora = await newUser(node.url, '최소라')
  const pair = await makeHub(me, minho)
  const three = await makeHub(me, minho, sora)
  await makeHub(minho, sora)
  const rooms = async (query: string) => (await searchFor(me, query)).rooms
  expect((await rooms('ㅁㅎ')).items.map(({ hubNo }) => hubNo)).toEqual([three, pair])
  const both = await rooms('소라 민호')
  expect(both).toMatchObject({ count: 1, items: [{ hubNo: three, memberCount: 3 }] })
  expect(highlight(both.items[0]?.names)).toMatch(/^최\[소라\] .+, 강\[민호\] /)
  expect((await rooms('지은')).count).toBe(0)
  await me.call(nameHub, { hubNo: pair, name: '목요 책방' })
  const [named] = (await rooms('책방 민호')).items
  expect([highlight(named?.name), highlight(named?.names)]).toEqual([
    '목요 [책방]',
    expect.stringMatching(/^강\[민호\]/),
  ])
  expect((await rooms('소라')).items[0]).not.toHaveProperty('name')
  await me.call(disjoin, { targetHubNo: three })
  expect((await rooms('소라')).count).toBe(0)
})

test('finds notes shared with the user, at their last share, while they are shared, and no others', async () => {
  const author = await newUser(node.url, '글쓴이')
  const reader = await newUser(node.url)
  const third = await newUser(node.url)
  const pair = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, pair, '나눈 노트')
  const wide = await makeHub(author, reader, third)
  await author.call(shareNote, { hubNo: wide, noteNo })
  await writeNote(author, '나누지 않은 노트')
  const sharedNotesOf = async (user: TestUser) => (await searchFor(user, '노트')).sharedNotes
  expect(await sharedNotesOf(reader)).toMatchObject({
    count: 1,
    items: [{ noteNo, hubNo: wide, author: author.name }],
  })
  expect(await sharedNotesOf(author)).toEqual({ count: 0, items: [] })
  expect((await searchFor(reader, '노트')).notes).toEqual({ count: 0, items: [] })
  expect(await sharedNotesOf(await newUser(node.url))).toEqual({ count: 0, items: [] })

  await author.call(unshareNote, { hubNo: wide, noteNo })
  expect(await sharedNotesOf(third)).toEqual({ count: 0, items: [] })
  expect((await sharedNotesOf(reader)).items).toMatchObject([{ hubNo: pair }])
  await reader.call(disjoin, { targetHubNo: pair })
  expect(await sharedNotesOf(reader)).toEqual({ count: 0, items: [] })
})

test('a search in one group returns more results, and no other groups', async () => {
  const author = await newUser(node.url)
  for (let made = 0; made < 5; made += 1) await writeNote(author, `주제 일기 ${made}`)
  expect((await searchFor(author, '주제')).notes.items).toHaveLength(3)
  const opened = await searchFor(author, '주제', 'notes')
  expect(opened.notes.items.map(({ subjectTitle }) => subjectTitle)).toEqual(Array(5).fill('주제'))
  expect(opened.topics).toEqual({ count: 0, items: [] })
})

test('a search that takes too long is aborted, and counted', async () => {
  const author = await newUser(node.url)
  const { notes } = node.app.context.repositories
  const brokenOff = new mongo.MongoServerError({ code: 50, errmsg: 'operation exceeded time limit' })
  const admit = vi.spyOn(node.app.context.attempts.slowSearch, 'undo')
  const slow = vi.spyOn(notes, 'search').mockRejectedValue(brokenOff)
  const answer = await author.request(searchAll, { query: 'a가' })
  expect(answer).toMatchObject({ status: 429, body: { message: expect.stringContaining('다른 말로') } })
  expect(admit).not.toHaveBeenCalled()
  slow.mockRestore()
  await searchFor(author, 'a가')
  expect(admit).toHaveBeenCalledOnce()
  admit.mockRestore()
})

test('thousands of notes of one repeated character delay nobody', async () => {
  const author = await newUser(node.url)
  const database = await connectMongo(mongoUrl)
  const text = 'a'.repeat(5_000)
  // In batches: the embedded engine may stall on one message of 20 MB.
  for (let first = 0; first < 2_000; first += 250)
    await database.collection('notes').insertMany(
      Array.from({ length: 250 }, (_, index) => ({
        noteNo: -first - index - 1,
        authorNo: author.userNo,
        topicNo: 1,
        title: '',
        text,
        lastUpdate: new Date(first + index),
        version: 1,
        sought: { text: `\n${text}`, initials: '\n.' },
      })),
    )
  await database.close()
  const start = performance.now()
  expect((await searchFor(author, `${'a'.repeat(39)}b`)).notes.count).toBe(0)
  // The database aborts after three seconds, which is answered with 429.
  expect(performance.now() - start).toBeLessThan(3_000)
})
