import { mongo } from 'mongoose'
import { beforeEach, expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { type MarkedLine, type SearchGroup, searchAll, searchNotes } from '#protocol/search.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { openNodes, startNode } from '#tests/support/node.ts'
import { makeHub, newUser, newUsers, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

/** The search page of notes, and the notes of the search dialog. */
let now = Date.now()
const clock = () => {
  now += 1_000
  return new Date(now)
}
const [node] = await openNodes({ clock })
const { notes: repository } = node.app.context.repositories
let author: TestUser

beforeEach(async () => {
  author = await newUser(node.url)
})

const numbersOf = (items: { noteNo: number }[]) => items.map(({ noteNo }) => noteNo)
const search = (user: TestUser, query: string) => user.call(searchNotes, { query })
const searchFor = (user: TestUser, query: string, group?: SearchGroup) =>
  user.call(searchAll, { query, group })

/** The notes that both searches find, in any order. */
async function find(query: string, user = author): Promise<number[]> {
  const { notes, sharedNotes } = await searchFor(user, query)
  const found = numbersOf([...notes.items, ...sharedNotes.items]).toSorted()
  expect(numbersOf((await search(user, query)).notes).toSorted(), query).toEqual(found)
  return found
}

/** With matches in brackets. */
const highlight = (line: MarkedLine | undefined) =>
  line?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('a page has the matches in titles first, then the newest, each highlighted', async () => {
  const inText = await writeNote(author, '봄 소풍', '준비물은\n김밥과 물')
  const inTitle = await writeNote(author, '김장하는 날', '배추 열 포기')
  await writeNote(author, '여름', '수박')
  const page = await search(author, '김')
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
    { noteNo: inText, excerpt: { before: '준비물은 ', hit: '김', after: '밥과 물' } },
  ])
  await author.call(updateNote, { noteNo: inText, title: '김밥', text: encodeText('') })
  expect(numbersOf((await search(author, '김')).notes)).toEqual([inText, inTitle])
})

test('highlights text as it is written, all words of a title, and no markdown signs around a match', async () => {
  await writeNote(author, '영\u200b폭문자', '글')
  await writeNote(author, '여행', '파리의 Ｃａｆé에서')
  await writeNote(author, '봄 소풍 준비물', '# 준비\n\n- **김밥**과 [물](https://example.com/water)')
  const first = async (query: string) => (await search(author, query)).notes[0]
  expect((await first('영폭'))?.title).toEqual({ before: '', hit: '영\u200b폭', after: '문자' })
  expect((await first('cafe'))?.excerpt).toEqual({ before: '파리의 ', hit: 'Ｃａｆé', after: '에서' })
  expect((await first('준비물 봄'))?.title).toEqual({ before: '', hit: '봄', after: ' 소풍 준비물' })
  expect(highlight((await first('준비물 봄'))?.marks?.title)).toBe('[봄] 소풍 [준비물]')
  expect((await first('김밥'))?.excerpt).toEqual({ before: '준비 ', hit: '김밥', after: '과 물' })
  expect((await first('소풍'))?.excerpt).toEqual({ before: '', hit: '', after: '준비 · 김밥과 물' })
  expect((await first('/water'))?.excerpt).toMatchObject({ hit: '/water', after: ')' })
})

test.each<[string, string, finds: string[], misses: string[]]>([
  ['영\u200b폭문자', '글', ['영폭문자', '영\u00ad폭문자', 'ㅇㅍㅁㅈ'], []],
  ['여행', '파리의 Ｃａｆé에서', ['cafe', 'CAFÉ', 'ｃａｆｅ'], []],
  ['봄 소풍 준비물', '이야기', ['준비물 소풍', '봄소풍', 'ㅅㅍ ㅈㅂ', '이야기 소풍'], ['준비물 바다']],
  [
    '3월 회의록',
    '배추 김치를 담갔다',
    ['ㅎㅇㄹ', '회ㅇ', 'ㄱㅊ', 'ㅎㅇㄹ ㄱㅊ', '3월ㅎ', '배추ㄱ'],
    ['ㅎㅇㅎ'],
  ],
  ['REST API', '100% 모두 (전원)', ['rest api', 'rEsTapi', '100% 모두 (전원)'], []],
  [
    '$title {$gt: 0} a.b*c',
    '(회 [의] \\ ^$',
    ['$title', '{$gt:', 'a.b*c', '[의]', '\\', '(ㅎ', '^$'],
    ['.*', '$$ROOT'],
  ],
  ['aab', '(회', [], ['a.b', 'a*b', '(ㅎㅎ', '$sought.text']],
  ['회의록'.normalize('NFD'), '', ['회의'.normalize('NFD'), '회의'], []],
])('%j with the text %j is found by some queries, and not by others', async (title, text, finds, misses) => {
  const noteNo = await writeNote(author, title, text)
  for (const query of finds) expect(await find(query), query).toEqual([noteNo])
  for (const query of misses) expect(await find(query), query).toEqual([])
})

test('a query has one to forty characters', async () => {
  for (const called of [searchNotes, searchAll])
    for (const query of ['', '   ', '가'.repeat(41)])
      expect(await author.callWithInvalidInput(called, { query })).toMatchObject({
        status: 400,
        body: { field: 'query' },
      })
  expect((await author.callWithInvalidInput(searchAll, { query: '글', group: 'users' })).status).toBe(400)
})

test('finds the current text of a note, and no trashed note until it is restored', async () => {
  const noteNo = await writeNote(author, '김장', '배추')
  await author.call(updateNote, { noteNo, title: '김밥', text: encodeText('단무지') })
  expect(await find('배추')).toEqual([])
  expect(await find('김밥 단무지')).toEqual([noteNo])
  expect(await author.call(getNote, { noteNo })).not.toHaveProperty('sought')
  await author.call(deleteNote, { noteNo })
  expect(await find('김밥')).toEqual([])
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await find('ㄱㅂ ㄷㅁㅈ')).toEqual([noteNo])
})

test('finds notes shared with the user once, at their last share, while they are shared, and no others', async () => {
  const [reader, third, nonMember] = await newUsers(node.url, node.url, node.url)
  const pair = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, pair, '나눈 노트')
  const wide = await makeHub(author, reader, third)
  await author.call(shareNote, { hubNo: wide, noteNo })
  await writeNote(author, '나누지 않은 노트')

  /** Where both searches find the notes that were shared with the user. */
  const findShared = async (user: TestUser) => {
    const { notes, sharedNotes } = await searchFor(user, '나눈 노트')
    expect(notes).toEqual({ count: 0, items: [] })
    const found = sharedNotes.items.map(({ noteNo, hubNo }) => ({ noteNo, hubNo }))
    expect((await search(user, '노트')).notes).toMatchObject(
      found.map(each => ({ ...each, isAuthor: false })),
    )
    return found
  }
  expect(await findShared(reader)).toEqual([{ noteNo, hubNo: wide }])
  expect(await findShared(third)).toEqual([{ noteNo, hubNo: wide }])
  expect(await findShared(nonMember)).toEqual([])
  expect((await searchFor(author, '노트')).sharedNotes).toEqual({ count: 0, items: [] })
  expect((await search(author, '나눈')).notes).toMatchObject([{ noteNo, hubNo: null }])

  await author.call(unshareNote, { hubNo: wide, noteNo })
  expect(await findShared(third)).toEqual([])
  expect(await findShared(reader)).toEqual([{ noteNo, hubNo: pair }])
  await reader.call(disjoin, { targetHubNo: pair })
  expect(await findShared(reader)).toEqual([])
})

test('nine results a page, and a page beyond the end is the last one; three in a group, or all of one group', async () => {
  for (let made = 0; made < 10; made += 1) await writeNote(author, `주제 일기 ${made}`)
  expect((await search(author, '일기')).notes).toHaveLength(9)
  const last = await author.call(searchNotes, { query: '일기', curPageNo: 7 })
  expect(last).toMatchObject({ noteCount: 10, pageIndex: { curPageNum: 2, lastPageNum: 2 } })
  expect(last.notes.map(note => note.title.after)).toEqual([' 0'])
  expect((await searchFor(author, '주제')).notes).toMatchObject({ count: 10, items: { length: 3 } })
  const opened = await searchFor(author, '주제', 'notes')
  expect(opened.notes.items.map(({ subjectTitle }) => subjectTitle)).toEqual(Array(10).fill('주제'))
  expect(opened.topics).toEqual({ count: 0, items: [] })
})

test('a search that takes too long is aborted, and a user who repeats such searches is limited', async () => {
  const brokenOff = new mongo.MongoServerError({ code: 50, errmsg: 'operation exceeded time limit' })
  const admit = vi.spyOn(node.app.context.attempts.slowSearch, 'undo')
  const slow = vi.spyOn(repository, 'search').mockRejectedValue(brokenOff)
  for (const called of [searchNotes, searchAll])
    expect(await author.request(called, { query: 'a가' })).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('다른 말로') },
    })
  expect(admit).not.toHaveBeenCalled()
  slow.mockRestore()
  await searchFor(author, 'a가')
  expect(admit).toHaveBeenCalledOnce()
  admit.mockRestore()

  const strict = await startNode({ mongoUrl: node.mongoUrl, rateLimitScale: 1 })
  const [impatient, other] = await newUsers(strict.url, strict.url)
  const stuck = vi.spyOn(strict.app.context.repositories.notes, 'search').mockRejectedValue(brokenOff)
  for (let attempt = 0; attempt < 5; attempt += 1) await impatient.request(searchNotes, { query: 'a가' })
  stuck.mockRestore()
  expect((await impatient.request(searchNotes, { query: '가' })).status).toBe(429)
  expect((await other.request(searchNotes, { query: '가' })).status).toBe(200)
  await strict.stop()
})

test('thousands of notes delay no search, also if each repeats one character', async () => {
  const text = 'a'.repeat(5_000)
  const own = { authorNo: author.userNo, topicNo: 1, version: 1 }
  // In batches: the embedded engine may stall on one message of 20 MB.
  for (let first = 0; first < 2_000; first += 250)
    await node.mongo.collection('notes').insertMany(
      Array.from({ length: 250 }, (_, index) => ({
        ...{ ...own, noteNo: -first - index - 1, title: '', text, lastUpdate: new Date(first + index) },
        sought: { text: `\n${text}`, initials: '\n.' },
      })),
    )
  // The database aborts after three seconds, which is answered with 429.
  expect(await find(`${'a'.repeat(39)}b`)).toEqual([])
})
