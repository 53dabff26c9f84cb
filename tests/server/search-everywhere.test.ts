import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import type { MarkedLine } from '#protocol/noteSearch.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { type SearchGroup, searchAll } from '#protocol/search.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'

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

const found = (person: Person, query: string, group?: SearchGroup) => person.does(searchAll, { query, group })

async function noteNos(person: Person, query: string): Promise<number[]> {
  return (await found(person, query)).notes.items.map(({ noteNo }) => noteNo)
}

/** With hits in brackets. */
const shown = (line: MarkedLine | undefined) =>
  line?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('every word must occur in title or text, in any order; more words in the title come first, then the newer', async () => {
  const author = await newPerson(node.url)
  const inText = await writeNote(author, '봄 소풍', '내년 예산은\n**회 의** 뒤에')
  const inBoth = await writeNote(author, '예산', 'REST API와 회의')
  const inTitle = await writeNote(author, '회의와 예산', '')
  const later = await writeNote(author, '여름', '예산 회의')
  await writeNote(author, '예산만', '다른 말')
  const { notes } = await found(author, ' 회의  예산')
  expect(notes.count).toBe(4)
  expect(notes.items.map(({ noteNo }) => noteNo)).toEqual([inTitle, inBoth, later])
  expect(shown(notes.items[0]?.title)).toBe('[회의]와 [예산]')
  expect(shown(notes.items[1]?.excerpt)).toBe('REST API와 [회의]')
  expect(notes.items[1]).toMatchObject({ subjectTitle: '주제', lastUpdate: expect.stringMatching(/Z$/) })
  const all = (await found(author, '회의 예산', 'notes')).notes.items
  expect(all.map(({ noteNo }) => noteNo)).toEqual([inTitle, inBoth, later, inText])
  expect(shown(all[3]?.excerpt)).toBe('내년 [예산]은 [회 의] 뒤에')
  expect(await noteNos(author, 'rEsTapi')).toEqual([inBoth])
})

test('the title that says nothing else comes first, and the one with the words side by side before others', async () => {
  const author = await newPerson(node.url)
  const whole = await writeNote(author, '노트 7 독서', '')
  const sideBySide = await writeNote(author, '새 노트 7 독서 모임', '')
  const apart = await writeNote(author, '7월 독서 노트', '')
  expect(await noteNos(author, '노트 7 독서')).toEqual([whole, sideBySide, apart])
})

test('words side by side in a text come before some of them in a title', async () => {
  const author = await newPerson(node.url)
  const inTitle = await writeNote(author, '책과 노트', '새 친구와 독서')
  const sideBySide = await writeNote(author, '주말', '토요일의 독서 노트 친구 모임')
  await writeNote(author, '주중', '친구와 노트를 나누는 독서')
  const allInTitle = await writeNote(author, '친구의 노트와 독서', '')
  expect(await noteNos(author, '독서 노트 친구')).toEqual([allInTitle, sideBySide, inTitle])
})

test('initial consonants are found in titles and texts, and a half typed syllable, too', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '3월 회의록', '배추 김치를 담갔다')
  for (const query of ['ㅎㅇㄹ', '회ㅇ', 'ㄱㅊ', 'ㅎㅇㄹ ㄱㅊ', '3월ㅎ', '배추ㄱ'])
    expect(await noteNos(author, query), query).toEqual([noteNo])
  expect(await noteNos(author, 'ㅎㅇㅎ')).toEqual([])
})

test('what looks like a pattern, a field or an operator of the database is text', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '$title {$gt: 0} a.b*c', '(회 [의] \\ ^$')
  for (const query of ['$title', '{$gt:', 'a.b*c', '[의]', '\\', '(ㅎ', '^$'])
    expect(await noteNos(author, query), query).toEqual([noteNo])
  for (const query of ['$sought.text', 'a.b.c', '.*', '(ㅎㅎ', '$$ROOT'])
    expect(await noteNos(author, query), query).toEqual([])
  for (const query of ['', '   ', '가'.repeat(41)])
    expect(await author.misuses(searchAll, { query })).toMatchObject({
      status: 400,
      body: { field: 'query' },
    })
  expect((await author.misuses(searchAll, { query: '글', group: 'users' })).status).toBe(400)
})

test('a saved note is found by what it holds now, a trashed one by nothing until it is restored', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '김장', '배추')
  await author.does(updateNote, { noteNo, title: '김밥', text: encodeText('단무지') })
  expect(await noteNos(author, '배추')).toEqual([])
  expect(await noteNos(author, '김밥 단무지')).toEqual([noteNo])
  expect(await author.does(getNote, { noteNo })).not.toHaveProperty('sought')
  await author.does(deleteNote, { noteNo })
  expect(await noteNos(author, '김밥')).toEqual([])
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await noteNos(author, 'ㄱㅂ ㄷㅁㅈ')).toEqual([noteNo])
})

test("finds one's own topics by their titles, the newest first, and no one else's", async () => {
  const owner = await newPerson(node.url)
  for (const title of ['회의록', '장보기', '주간 회의', '월간 회의', '회의 준비'])
    await owner.does(createTopic, { title })
  const { topics } = await found(owner, 'ㅎㅇ')
  expect(topics.count).toBe(4)
  expect(topics.items.map(({ title, noteCount }) => [shown(title), noteCount])).toEqual([
    ['[회의] 준비', 0],
    ['월간 [회의]', 0],
    ['주간 [회의]', 0],
  ])
  expect((await found(owner, 'ㅎㅇ', 'topics')).topics.items).toHaveLength(4)
  expect((await found(await newPerson(node.url), 'ㅎㅇ')).topics).toEqual({ count: 0, items: [] })
})

test('finds rooms by their names and those of the others, last used first, and never a room that one is not in', async () => {
  const me = await newPerson(node.url, '지은')
  const minho = await newPerson(node.url, '강민호')
  const sora = await newPerson(node.url, '최소라')
  const pair = await makeHub(me, minho)
  const three = await makeHub(me, minho, sora)
  await makeHub(minho, sora)
  const rooms = async (query: string) => (await found(me, query)).rooms
  expect((await rooms('ㅁㅎ')).items.map(({ hubNo }) => hubNo)).toEqual([three, pair])
  const both = await rooms('소라 민호')
  expect(both).toMatchObject({ count: 1, items: [{ hubNo: three, memberCount: 3 }] })
  expect(shown(both.items[0]?.names)).toMatch(/^최\[소라\] .+, 강\[민호\] /)
  expect((await rooms('지은')).count).toBe(0)
  await me.does(nameHub, { hubNo: pair, name: '목요 책방' })
  const [named] = (await rooms('책방 민호')).items
  expect([shown(named?.name), shown(named?.names)]).toEqual([
    '목요 [책방]',
    expect.stringMatching(/^강\[민호\]/),
  ])
  expect((await rooms('소라')).items[0]).not.toHaveProperty('name')
  await me.does(disjoin, { targetHubNo: three })
  expect((await rooms('소라')).count).toBe(0)
})

test('finds what is shared with one, where it was shared last, as long as it is, and never what is not', async () => {
  const author = await newPerson(node.url, '글쓴이')
  const reader = await newPerson(node.url)
  const third = await newPerson(node.url)
  const pair = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, pair, '나눈 노트')
  const wide = await makeHub(author, reader, third)
  await author.does(shareNote, { hubNo: wide, noteNo })
  await writeNote(author, '나누지 않은 노트')
  const shared = async (person: Person) => (await found(person, '노트')).sharedNotes
  expect(await shared(reader)).toMatchObject({
    count: 1,
    items: [{ noteNo, hubNo: wide, author: author.name }],
  })
  expect(await shared(author)).toEqual({ count: 0, items: [] })
  expect((await found(reader, '노트')).notes).toEqual({ count: 0, items: [] })
  expect(await shared(await newPerson(node.url))).toEqual({ count: 0, items: [] })

  await author.does(unshareNote, { hubNo: wide, noteNo })
  expect(await shared(third)).toEqual({ count: 0, items: [] })
  expect((await shared(reader)).items).toMatchObject([{ hubNo: pair }])
  await reader.does(disjoin, { targetHubNo: pair })
  expect(await shared(reader)).toEqual({ count: 0, items: [] })
})

test('one group alone is answered with more of it, and the others empty', async () => {
  const author = await newPerson(node.url)
  for (let made = 0; made < 5; made += 1) await writeNote(author, `주제 일기 ${made}`)
  expect((await found(author, '주제')).notes.items).toHaveLength(3)
  const opened = await found(author, '주제', 'notes')
  expect(opened.notes.items.map(({ subjectTitle }) => subjectTitle)).toEqual(Array(5).fill('주제'))
  expect(opened.topics).toEqual({ count: 0, items: [] })
})

test('a search that takes too long is broken off, and counts', async () => {
  const author = await newPerson(node.url)
  const { notes } = node.app.context.stores
  const brokenOff = new mongo.MongoServerError({ code: 50, errmsg: 'operation exceeded time limit' })
  const admit = vi.spyOn(node.app.context.attempts.slowSearch, 'takeBack')
  const slow = vi.spyOn(notes, 'search').mockRejectedValue(brokenOff)
  const answer = await author.asks(searchAll, { query: 'a가' })
  expect(answer).toMatchObject({ status: 429, body: { message: expect.stringContaining('다른 말로') } })
  expect(admit).not.toHaveBeenCalled()
  slow.mockRestore()
  await found(author, 'a가')
  expect(admit).toHaveBeenCalledOnce()
  admit.mockRestore()
})

test('thousands of notes of one sign repeated hold nobody up', async () => {
  const author = await newPerson(node.url)
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
  expect((await found(author, `${'a'.repeat(39)}b`)).notes.count).toBe(0)
  // The database breaks off after three seconds, which is answered with 429.
  expect(performance.now() - start).toBeLessThan(3_000)
})
