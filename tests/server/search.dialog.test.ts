import { beforeEach, expect, test } from 'vitest'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { type MarkedLine, type SearchGroup, searchAll } from '#protocol/search.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newTopic, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** The search dialog, which searches notes, topics and hubs as you type. */
let now = Date.now()
const clock = () => {
  now += 1_000
  return new Date(now)
}
const [node] = await openNodes({ clock })
let author: TestUser

beforeEach(async () => {
  author = await newUser(node.url)
})

const numbersOf = (items: { noteNo: number }[]) => items.map(({ noteNo }) => noteNo)
const searchFor = (user: TestUser, query: string, group?: SearchGroup) =>
  user.call(searchAll, { query, group })
const noteNos = async (user: TestUser, query: string) => numbersOf((await searchFor(user, query)).notes.items)

/** With matches in brackets. */
const highlight = (line: MarkedLine | undefined) =>
  line?.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')

test('every word must occur, notes with more words in the title come first, then the newest', async () => {
  const inText = await writeNote(author, '봄 소풍', '내년 예산은\n**회 의** 뒤에')
  const inBoth = await writeNote(author, '예산', 'REST API와 회의')
  const inTitle = await writeNote(author, '회의와 예산', '')
  const laterNoteNo = await writeNote(author, '여름', '예산 회의')
  await writeNote(author, '예산만', '다른 말')
  const { notes } = await searchFor(author, ' 회의  예산')
  expect(notes.count).toBe(4)
  expect(numbersOf(notes.items)).toEqual([inTitle, inBoth, laterNoteNo])
  expect(highlight(notes.items[0]?.title)).toBe('[회의]와 [예산]')
  expect(highlight(notes.items[1]?.excerpt)).toBe('REST API와 [회의]')
  expect(notes.items[1]).toMatchObject({ subjectTitle: '주제', lastUpdate: expect.stringMatching(/Z$/) })
  const all = (await searchFor(author, '회의 예산', 'notes')).notes.items
  expect(numbersOf(all)).toEqual([inTitle, inBoth, laterNoteNo, inText])
  expect(highlight(all[3]?.excerpt)).toBe('내년 [예산]은 [회 의] 뒤에')
})

test('an exact title is first, and adjacent words come before others', async () => {
  const whole = await writeNote(author, '노트 7 독서', '')
  const sideBySide = await writeNote(author, '새 노트 7 독서 모임', '')
  const apart = await writeNote(author, '7월 독서 노트', '')
  expect(await noteNos(author, '노트 7 독서')).toEqual([whole, sideBySide, apart])

  author = await newUser(node.url)
  const inTitle = await writeNote(author, '책과 노트', '새 친구와 독서')
  const adjacent = await writeNote(author, '주말', '토요일의 독서 노트 친구 모임')
  await writeNote(author, '주중', '친구와 노트를 나누는 독서')
  const allInTitle = await writeNote(author, '친구의 노트와 독서', '')
  expect(await noteNos(author, '독서 노트 친구')).toEqual([allInTitle, adjacent, inTitle])
})

test('finds the user’s topics by title, newest first, and no one else’s', async () => {
  for (const title of ['회의록', '장보기', '주간 회의', '월간 회의', '회의 준비'])
    await newTopic(author, title)
  const { topics } = await searchFor(author, 'ㅎㅇ')
  expect(topics.count).toBe(4)
  expect(topics.items.map(({ title, noteCount }) => [highlight(title), noteCount])).toEqual([
    ['[회의] 준비', 0],
    ['월간 [회의]', 0],
    ['주간 [회의]', 0],
  ])
  expect((await searchFor(author, 'ㅎㅇ', 'topics')).topics.items).toHaveLength(4)
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
  expect(highlight(named?.name)).toBe('목요 [책방]')
  expect(highlight(named?.names)).toMatch(/^강\[민호\]/)
  expect((await rooms('소라')).items[0]).not.toHaveProperty('name')
  await me.call(disjoin, { targetHubNo: three })
  expect((await rooms('소라')).count).toBe(0)
})
