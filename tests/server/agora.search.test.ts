import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerSuggestion,
  deleteSuggestion,
  getSuggestions,
  type SuggestionFilter,
  type SuggestionOrder,
  searchSuggestions,
  setSuggestionReaction,
} from '#protocol/agora.ts'
import { SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, newUser, suggest, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let writer: TestUser
let other: TestUser
let administrator: TestUser

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  writer = await newUser(node.url, '쓴사람')
  other = await newUser(node.url)
  administrator = await newAdministrator(node)
})
afterAll(() => node.stop())

interface Query {
  only?: SuggestionFilter
  query?: string
  order?: SuggestionOrder
  curPageNo?: number
}
/** Searches as a user, or as a visitor if there is no user. */
async function searchNumbers(asked: Query, user?: TestUser): Promise<number[]> {
  const { itemList } = (await call(node.url, searchSuggestions, asked, user?.token)).body
  return itemList.filter(({ state }) => state === 0).map(({ suggestionNo }) => suggestionNo)
}

test('finds words in any order and case, and initial consonants match syllables', async () => {
  const printing = (await suggest(writer, '인쇄할 때 여백을 PDF 처럼 고르고 싶어요 (A4)')).suggestionNo
  const dark = (await suggest(other, '어두운 화면에서 여백이 넓으면 좋겠어요')).suggestionNo
  expect(await searchNumbers({ query: '여백' })).toEqual([dark, printing])
  expect(await searchNumbers({ query: 'pdf 여백' }), 'as a visitor').toEqual([printing])
  expect(await searchNumbers({ query: 'ㅇㅅㅎ ㅇㅂ' }, writer)).toEqual([printing])
  expect(await searchNumbers({ query: '(a4)' })).toEqual([printing])
  expect(await searchNumbers({ query: '여백 없는 낱말' })).toEqual([])
  expect(await searchNumbers({ query: '.*' })).toEqual([])
  await writer.call(deleteSuggestion, { suggestionNo: printing })
  expect(await searchNumbers({ query: '여백' }), 'excludes deleted suggestions').toEqual([dark])
})

test('finds text that looks the same', async () => {
  const suggestion = (await suggest(writer, '폭 없는 문\u200b자와 Ｃａｆé, 스트라쎄(Straße)')).suggestionNo
  for (const query of ['문자와', 'cafe', 'CAFÉ', 'strasse', '쎄(ｓｔｒ'])
    expect(await searchNumbers({ query }), query).toEqual([suggestion])
})

test.each(['ﷺ', '㎯', 'Ⅷ', 'a', 'ﬃ', 'ㅎ', '-', '\\', '$'])('a query of many %j is answered', async sign => {
  expect(await searchNumbers({ query: sign.repeat(40) })).toEqual([])
  expect(await searchNumbers({ query: `${sign} `.repeat(20).trim() })).toBeInstanceOf(Array)
})

test('finds answered suggestions with their answers, and marks the user’s own', async () => {
  const mine = (await suggest(writer)).suggestionNo
  const theirs = (await suggest(other)).suggestionNo
  await administrator.call(answerSuggestion, { suggestionNo: theirs, answer: '그렇게 할게요.' })
  expect(await searchNumbers({ only: 'answered' })).toEqual([theirs])
  const { itemList, total } = (await call(node.url, searchSuggestions, { only: 'answered' })).body
  expect(total).toBe(1)
  expect(itemList.map(({ state }) => state)).toEqual([0, 1])
  const own = await searchNumbers({ only: 'own' }, writer)
  expect(own).toContain(mine)
  expect(own).not.toContain(theirs)
  expect(await searchNumbers({ only: 'own', query: '없는 낱말' }, writer)).toEqual([])
})

test('a visitor has no own suggestions, and a query that is too long is rejected', async () => {
  expect(await call(node.url, searchSuggestions, { only: 'own' })).toMatchObject({ status: 401 })
  expect(await call(node.url, searchSuggestions, { query: '가'.repeat(41) })).toMatchObject({ status: 400 })
})

test('pages hold seven, are clamped, and carry the version of the agora', async () => {
  const word = '쪽수'
  const numbers: number[] = []
  for (let at = 0; at <= SUGGESTIONS_PER_PAGE; at += 1)
    numbers.unshift((await suggest(writer, `${word}를 ${'가나다라마바사아'[at]?.repeat(9)}`)).suggestionNo)
  expect(await searchNumbers({ query: word })).toEqual(numbers.slice(0, SUGGESTIONS_PER_PAGE))
  expect(await searchNumbers({ query: word, curPageNo: 9 })).toEqual(numbers.slice(SUGGESTIONS_PER_PAGE))
  const { version } = (await call(node.url, getSuggestions, {})).body
  expect((await call(node.url, searchSuggestions, { query: word })).body).toMatchObject({
    version,
    total: numbers.length,
    pageIndex: { lastPageNum: 2 },
  })
})

test('sorts by reactions, then newest first', async () => {
  const word = '순서'
  const oldest = (await suggest(writer, `${word}를 가장 먼저 말한 사람`)).suggestionNo
  const loved = (await suggest(writer, `${word}대로 사랑받는 의견`)).suggestionNo
  const liked = (await suggest(writer, `${word}에 맞게 좋아하는 의견`)).suggestionNo
  const newest = (await suggest(writer, `${word}의 마지막에 온 의견`)).suggestionNo
  const setReaction = (user: TestUser, suggestionNo: number, isOn = true) =>
    user.call(setSuggestionReaction, { suggestionNo, isOn })
  await setReaction(other, oldest)
  for (const user of [other, administrator]) await setReaction(user, loved)
  await setReaction(other, liked)
  const byReaction = { order: 'empathy' } as const
  const mine = [loved, liked, oldest, newest]
  expect(await searchNumbers({ ...byReaction, query: word })).toEqual(mine)
  expect((await searchNumbers(byReaction)).slice(0, 3), 'all suggestions').toEqual(mine.slice(0, 3))
  expect((await searchNumbers({ ...byReaction, only: 'own' }, writer)).slice(0, 3)).toEqual(mine.slice(0, 3))
  await administrator.call(answerSuggestion, { suggestionNo: oldest, answer: '그럴게요.' })
  expect((await searchNumbers({ ...byReaction, only: 'answered' }))[0]).toBe(oldest)

  for (const user of [other, administrator]) await setReaction(user, loved, false)
  expect(await searchNumbers({ ...byReaction, query: word }), 'undone').toEqual([
    liked,
    oldest,
    newest,
    loved,
  ])
  expect(await searchNumbers({ query: word }), 'newest first by default').toEqual([
    newest,
    liked,
    loved,
    oldest,
  ])
})

test('sorts by the count that was made later, whichever arrives last', async () => {
  const { suggestions } = node.app.context.repositories
  const { suggestionNo } = await suggest(writer, '세는 차례를 바꾸는 의견')
  await suggestions.setReactionCount(suggestionNo, { count: 3, version: 1_000_007 })
  await suggestions.setReactionCount(suggestionNo, { count: 2, version: 1_000_006 })
  expect(await suggestions.findByNo(suggestionNo)).toMatchObject({ empathyCount: 3 })
  await suggestions.setReactionCount(suggestionNo, { count: 0, version: 1_000_008 })
  expect(await suggestions.findByNo(suggestionNo)).not.toHaveProperty('empathyCount')
})
