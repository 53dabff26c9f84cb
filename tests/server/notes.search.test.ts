import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { searchNotes } from '#protocol/search.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
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

async function searchNumbers(user: TestUser, query: string): Promise<number[]> {
  return (await user.call(searchNotes, { query })).notes.map(note => note.noteNo)
}

test('finds a syllable in titles and texts, titles first, and highlights it', async () => {
  const author = await newUser(node.url)
  const inText = await writeNote(author, '봄 소풍', '준비물은\n김밥과 물')
  const inTitle = await writeNote(author, '김장하는 날', '배추 열 포기')
  await writeNote(author, '여름', '수박')
  const page = await author.call(searchNotes, { query: '김' })
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
  await author.call(updateNote, { noteNo: inText, title: '봄 소풍', text: encodeText('김밥') })
  expect(await searchNumbers(author, '김')).toEqual([inTitle, inText])
  await author.call(updateNote, { noteNo: inText, title: '김밥', text: encodeText('') })
  expect(await searchNumbers(author, '김')).toEqual([inText, inTitle])
})

test('finds text that looks the same, and highlights it as it is written', async () => {
  const author = await newUser(node.url)
  const hidden = await writeNote(author, '영\u200b폭문자', '글')
  const accented = await writeNote(author, '여행', '파리의 Ｃａｆé에서')
  for (const query of ['영폭문자', '영\u00ad폭문자', 'ㅇㅍㅁㅈ'])
    expect(await searchNumbers(author, query)).toEqual([hidden])
  for (const query of ['cafe', 'CAFÉ', 'ｃａｆｅ'])
    expect(await searchNumbers(author, query)).toEqual([accented])
  const { notes } = await author.call(searchNotes, { query: '영폭' })
  expect(notes[0]?.title).toEqual({ before: '', hit: '영\u200b폭', after: '문자' })
  expect((await author.call(searchNotes, { query: 'cafe' })).notes[0]?.excerpt).toEqual({
    before: '파리의 ',
    hit: 'Ｃａｆé',
    after: '에서',
  })
})

test('finds every word anywhere, with or without blanks between its syllables, and highlights all', async () => {
  const author = await newUser(node.url)
  const reader = await newUser(node.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo, '봄 소풍 준비물')
  for (const query of ['준비물 소풍', '봄소풍', 'ㅅㅍ ㅈㅂ', '이야기 소풍'])
    for (const user of [author, reader]) expect(await searchNumbers(user, query), query).toEqual([noteNo])
  expect(await searchNumbers(author, '준비물 바다')).toEqual([])

  const [shown] = (await author.call(searchNotes, { query: '준비물 봄' })).notes
  expect(shown?.title).toEqual({ before: '', hit: '봄', after: ' 소풍 준비물' })
  expect(shown?.marks?.title).toEqual([
    { text: '봄', isHit: true },
    { text: ' 소풍 ', isHit: false },
    { text: '준비물', isHit: true },
  ])
})

test('an excerpt has no markdown signs around the match, unless they are part of it', async () => {
  const author = await newUser(node.url)
  const text = '# 준비\n\n- **김밥**과 [물](https://example.com/water)'
  await writeNote(author, '봄 소풍', text)
  const excerpt = async (query: string) => (await author.call(searchNotes, { query })).notes[0]?.excerpt
  expect(await excerpt('김밥')).toEqual({ before: '준비 ', hit: '김밥', after: '과 물' })
  expect(await excerpt('소풍')).toEqual({ before: '', hit: '', after: '준비 김밥과 물' })
  expect(await excerpt('/water')).toMatchObject({ hit: '/water', after: ')' })
})

test('finds by initial consonants, ignoring case, and punctuation literally', async () => {
  const author = await newUser(node.url)
  const minutes = await writeNote(author, '3월 회의록', '100% 모두 (전원) 찬성')
  const design = await writeNote(author, 'REST API 설계', 'a.b*c')
  expect(await searchNumbers(author, 'ㅎㅇㄹ')).toEqual([minutes])
  expect(await searchNumbers(author, 'rest api')).toEqual([design])
  expect(await searchNumbers(author, '100% 모두 (전원)')).toEqual([minutes])
  expect(await searchNumbers(author, 'a.b*c')).toEqual([design])
  expect(await searchNumbers(author, 'aab')).toEqual([])
})

test('text that a Mac decomposes matches stored composed text', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '회의록'.normalize('NFD'))
  expect(await searchNumbers(author, '회의'.normalize('NFD'))).toEqual([noteNo])
})

test('finds notes shared with the user while they are shared, and never others', async () => {
  const author = await newUser(node.url)
  const reader = await newUser(node.url)
  const stranger = await newUser(node.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo, '나눈 노트')
  await writeNote(author, '나누지 않은 노트')

  expect((await reader.call(searchNotes, { query: '노트' })).notes).toMatchObject([
    { noteNo, isAuthor: false, author: author.name, hubNo },
  ])
  expect((await author.call(searchNotes, { query: '나눈' })).notes).toMatchObject([{ noteNo, hubNo: null }])
  expect(await searchNumbers(stranger, '노트')).toEqual([])
  expect(await searchNumbers(author, '나눈')).toEqual([noteNo])

  await author.call(unshareNote, { hubNo, noteNo })
  expect(await searchNumbers(reader, '노트')).toEqual([])
  await author.call(shareNote, { hubNo, noteNo })
  expect(await searchNumbers(reader, '노트')).toEqual([noteNo])
  await reader.call(disjoin, { targetHubNo: hubNo })
  expect(await searchNumbers(reader, '노트')).toEqual([])
})

test('finds a note shared in two hubs once, and no deleted note', async () => {
  const author = await newUser(node.url)
  const reader = await newUser(node.url)
  const third = await newUser(node.url)
  const pair = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, pair, '두 방의 노트')
  const hubNo = await makeHub(author, reader, third)
  const findHubs = async (user: TestUser) =>
    (await user.call(searchNotes, { query: '두 방' })).notes.map(note => [note.noteNo, note.hubNo])
  await author.call(shareNote, { noteNo, hubNo })
  expect(await findHubs(reader)).toEqual([[noteNo, hubNo]])
  await author.call(unshareNote, { noteNo, hubNo })
  expect(await findHubs(reader)).toEqual([[noteNo, pair]])
  expect(await findHubs(third)).toEqual([])
  await author.call(deleteNote, { noteNo })
  expect(await searchNumbers(reader, '두 방')).toEqual([])
})

test('nine results a page, and a page beyond the end is the last one', async () => {
  const author = await newUser(node.url)
  for (let made = 0; made < 10; made += 1) await writeNote(author, `일기 ${made}`)
  const first = await author.call(searchNotes, { query: '일기' })
  expect(first.notes).toHaveLength(9)
  const last = await author.call(searchNotes, { query: '일기', curPageNo: 7 })
  expect(last).toMatchObject({ noteCount: 10, pageIndex: { curPageNum: 2, lastPageNum: 2 } })
  expect(last.notes.map(note => note.title.after)).toEqual([' 0'])
})

test('a query has one to forty characters', async () => {
  const user = await newUser(node.url)
  for (const query of ['', '   ', '가'.repeat(41)])
    expect(await user.callWithInvalidInput(searchNotes, { query })).toMatchObject({
      status: 400,
      body: { field: 'query' },
    })
})

test('a search that takes too long is aborted, and a user who repeats such searches is limited', async () => {
  const author = await newUser(node.url)
  await writeNote(author, '긴 글', 'a'.repeat(4_000))
  const { notes } = node.app.context.repositories
  const brokenOff = new mongo.MongoServerError({ code: 50, errmsg: 'operation exceeded time limit' })
  const slow = vi.spyOn(notes, 'search').mockRejectedValue(brokenOff)
  const answer = await author.request(searchNotes, { query: 'a가' })
  expect(answer).toMatchObject({ status: 429, body: { message: expect.stringContaining('다른 말로') } })
  slow.mockRestore()

  const strict = await startNode({ mongoUrl: await ownDatabase(), rateLimitScale: 1 })
  const impatient = await newUser(strict.url)
  const stuck = vi.spyOn(strict.app.context.repositories.notes, 'search').mockRejectedValue(brokenOff)
  for (let attempt = 0; attempt < 5; attempt += 1) await impatient.request(searchNotes, { query: 'a가' })
  stuck.mockRestore()
  expect((await impatient.request(searchNotes, { query: '가' })).status).toBe(429)
  expect((await (await newUser(strict.url)).request(searchNotes, { query: '가' })).status).toBe(200)
  await strict.stop()
})

test('searches without a match are as fast as others for a user with thousands of notes', async () => {
  const author = await newUser(node.url)
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
  expect(await searchNumbers(author, 'zzz')).toEqual([])
  expect(await searchNumbers(author, '처음')).toEqual([noteNo])
})
