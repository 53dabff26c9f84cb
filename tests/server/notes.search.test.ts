import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { searchNotes } from '#protocol/noteSearch.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
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

async function found(person: Person, query: string): Promise<number[]> {
  return (await person.does(searchNotes, { query })).notes.map(note => note.noteNo)
}

test('finds a syllable in titles and texts, titles first, and marks it', async () => {
  const author = await newPerson(node.url)
  const inText = await writeNote(author, '봄 소풍', '준비물은\n김밥과 물')
  const inTitle = await writeNote(author, '김장하는 날', '배추 열 포기')
  await writeNote(author, '여름', '수박')
  const page = await author.does(searchNotes, { query: '김' })
  expect(page).toMatchObject({ noteCount: 2, pageIndex: { curPageNum: 1, lastPageNum: 1 } })
  expect(page.notes).toMatchObject([
    {
      noteNo: inTitle,
      title: { before: '', hit: '김', after: '장하는 날' },
      excerpt: { before: '', hit: '', after: '배추 열 포기' },
      isAuthor: true,
      author: author.name,
      subjectTitle: '주제',
    },
    {
      noteNo: inText,
      title: { before: '', hit: '', after: '봄 소풍' },
      excerpt: { before: '준비물은 ', hit: '김', after: '밥과 물' },
    },
  ])
  await author.does(updateNote, { noteNo: inText, title: '봄 소풍', text: encodeText('김밥') })
  expect(await found(author, '김')).toEqual([inTitle, inText])
  await author.does(updateNote, { noteNo: inText, title: '김밥', text: encodeText('') })
  expect(await found(author, '김')).toEqual([inText, inTitle])
})

test('finds what looks the same, and marks it as it is written', async () => {
  const author = await newPerson(node.url)
  const hidden = await writeNote(author, '영\u200b폭문자', '글')
  const accented = await writeNote(author, '여행', '파리의 Ｃａｆé에서')
  for (const query of ['영폭문자', '영\u00ad폭문자', 'ㅇㅍㅁㅈ'])
    expect(await found(author, query)).toEqual([hidden])
  for (const query of ['cafe', 'CAFÉ', 'ｃａｆｅ']) expect(await found(author, query)).toEqual([accented])
  const { notes } = await author.does(searchNotes, { query: '영폭' })
  expect(notes[0]?.title).toEqual({ before: '', hit: '영\u200b폭', after: '문자' })
  expect((await author.does(searchNotes, { query: 'cafe' })).notes[0]?.excerpt).toEqual({
    before: '파리의 ',
    hit: 'Ｃａｆé',
    after: '에서',
  })
})

test('finds every word wherever it stands, blanks or none between its syllables, and marks all', async () => {
  const author = await newPerson(node.url)
  const reader = await newPerson(node.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo, '봄 소풍 준비물')
  for (const query of ['준비물 소풍', '봄소풍', 'ㅅㅍ ㅈㅂ', '이야기 소풍'])
    for (const person of [author, reader]) expect(await found(person, query), query).toEqual([noteNo])
  expect(await found(author, '준비물 바다')).toEqual([])

  const [shown] = (await author.does(searchNotes, { query: '준비물 봄' })).notes
  expect(shown?.title).toEqual({ before: '', hit: '봄', after: ' 소풍 준비물' })
  expect(shown?.marks?.title).toEqual([
    { text: '봄', isHit: true },
    { text: ' 소풍 ', isHit: false },
    { text: '준비물', isHit: true },
  ])
})

test('an excerpt shows no markdown signs around the hit, unless the hit is in them', async () => {
  const author = await newPerson(node.url)
  const text = '# 준비\n\n- **김밥**과 [물](https://example.com/water)'
  await writeNote(author, '봄 소풍', text)
  const excerpt = async (query: string) => (await author.does(searchNotes, { query })).notes[0]?.excerpt
  expect(await excerpt('김밥')).toEqual({ before: '준비 ', hit: '김밥', after: '과 물' })
  expect(await excerpt('소풍')).toEqual({ before: '', hit: '', after: '준비 김밥과 물' })
  expect(await excerpt('/water')).toMatchObject({ hit: '/water', after: ')' })
})

test('finds by initial consonants, any case, and signs as they are', async () => {
  const author = await newPerson(node.url)
  const minutes = await writeNote(author, '3월 회의록', '100% 모두 (전원) 찬성')
  const design = await writeNote(author, 'REST API 설계', 'a.b*c')
  expect(await found(author, 'ㅎㅇㄹ')).toEqual([minutes])
  expect(await found(author, 'rest api')).toEqual([design])
  expect(await found(author, '100% 모두 (전원)')).toEqual([minutes])
  expect(await found(author, 'a.b*c')).toEqual([design])
  expect(await found(author, 'aab')).toEqual([])
})

test('what a Mac writes decomposed finds what is stored composed', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '회의록'.normalize('NFD'))
  expect(await found(author, '회의'.normalize('NFD'))).toEqual([noteNo])
})

test('finds what is shared with one, as long as it is, and never what is not', async () => {
  const author = await newPerson(node.url)
  const reader = await newPerson(node.url)
  const stranger = await newPerson(node.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo, '나눈 노트')
  await writeNote(author, '나누지 않은 노트')

  expect((await reader.does(searchNotes, { query: '노트' })).notes).toMatchObject([
    { noteNo, isAuthor: false, author: author.name, hubNo },
  ])
  expect((await author.does(searchNotes, { query: '나눈' })).notes).toMatchObject([{ noteNo, hubNo: null }])
  expect(await found(stranger, '노트')).toEqual([])
  expect(await found(author, '나눈')).toEqual([noteNo])

  await author.does(unshareNote, { hubNo, noteNo })
  expect(await found(reader, '노트')).toEqual([])
  await author.does(shareNote, { hubNo, noteNo })
  expect(await found(reader, '노트')).toEqual([noteNo])
  await reader.does(disjoin, { targetHubNo: hubNo })
  expect(await found(reader, '노트')).toEqual([])
})

test('a note shared in two rooms is found once, and a deleted one no more', async () => {
  const author = await newPerson(node.url)
  const reader = await newPerson(node.url)
  const third = await newPerson(node.url)
  const pair = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, pair, '두 방의 노트')
  const hubNo = await makeHub(author, reader, third)
  const foundHubs = async (person: Person) =>
    (await person.does(searchNotes, { query: '두 방' })).notes.map(note => [note.noteNo, note.hubNo])
  await author.does(shareNote, { noteNo, hubNo })
  expect(await foundHubs(reader)).toEqual([[noteNo, hubNo]])
  await author.does(unshareNote, { noteNo, hubNo })
  expect(await foundHubs(reader)).toEqual([[noteNo, pair]])
  expect(await foundHubs(third)).toEqual([])
  await author.does(deleteNote, { noteNo })
  expect(await found(reader, '두 방')).toEqual([])
})

test('nine to a page, and a page beyond the end is the last', async () => {
  const author = await newPerson(node.url)
  for (let made = 0; made < 10; made += 1) await writeNote(author, `일기 ${made}`)
  const first = await author.does(searchNotes, { query: '일기' })
  expect(first.notes).toHaveLength(9)
  const last = await author.does(searchNotes, { query: '일기', curPageNo: 7 })
  expect(last).toMatchObject({ noteCount: 10, pageIndex: { curPageNum: 2, lastPageNum: 2 } })
  expect(last.notes.map(note => note.title.after)).toEqual([' 0'])
})

test('a query is one to forty characters', async () => {
  const person = await newPerson(node.url)
  for (const query of ['', '   ', '가'.repeat(41)])
    expect(await person.misuses(searchNotes, { query })).toMatchObject({
      status: 400,
      body: { field: 'query' },
    })
})

test('a search that takes too long is broken off, and who makes that happen again and again waits', async () => {
  const author = await newPerson(node.url)
  await writeNote(author, '긴 글', 'a'.repeat(4_000))
  const { notes } = node.app.context.stores
  const brokenOff = new mongo.MongoServerError({ code: 50, errmsg: 'operation exceeded time limit' })
  const slow = vi.spyOn(notes, 'search').mockRejectedValue(brokenOff)
  const answer = await author.asks(searchNotes, { query: 'a가' })
  expect(answer).toMatchObject({ status: 429, body: { message: expect.stringContaining('다른 말로') } })
  slow.mockRestore()

  const strict = await startNode({ mongoUrl: await ownDatabase(), rateLimitScale: 1 })
  const impatient = await newPerson(strict.url)
  const stuck = vi.spyOn(strict.app.context.stores.notes, 'search').mockRejectedValue(brokenOff)
  for (let tries = 0; tries < 5; tries += 1) await impatient.asks(searchNotes, { query: 'a가' })
  stuck.mockRestore()
  expect((await impatient.asks(searchNotes, { query: '가' })).status).toBe(429)
  expect((await (await newPerson(strict.url)).asks(searchNotes, { query: '가' })).status).toBe(200)
  await strict.stop()
})

test('who has thousands of notes finds nothing as well as something', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '처음', '')
  const database = await connectMongo(mongoUrl)
  const { insertedCount } = await database.collection('notes').insertMany(
    Array.from({ length: 5_500 }, (_, index) => ({
      noteNo: -index - 1,
      authorNo: author.userNo,
      topicNo: 1,
      title: `노트 ${index}`,
      text: '본문',
      lastUpdate: new Date(index),
      version: 1,
    })),
  )
  expect(insertedCount).toBe(5_500)
  await database.close()
  expect(await found(author, 'zzz')).toEqual([])
  expect(await found(author, '처음')).toEqual([noteNo])
})
