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
import { newAdministrator, newPerson, type Person, suggest } from '#tests/support/person.ts'

let node: TestNode
let writer: Person
let other: Person
let administrator: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  writer = await newPerson(node.url, '쓴사람')
  other = await newPerson(node.url)
  administrator = await newAdministrator(node)
})
afterAll(() => node.stop())

interface Asked {
  only?: SuggestionFilter
  query?: string
  order?: SuggestionOrder
  curPageNo?: number
}
/** Without a person: as a visitor. */
async function found(asked: Asked, person?: Person): Promise<number[]> {
  const { itemList } = (await call(node.url, searchSuggestions, asked, person?.token)).body
  return itemList.filter(({ state }) => state === 0).map(({ suggestionNo }) => suggestionNo)
}

test('words are found in any order, whatever their case, and initial consonants stand for syllables', async () => {
  const printing = (await suggest(writer, '인쇄할 때 여백을 PDF 처럼 고르고 싶어요 (A4)')).suggestionNo
  const dark = (await suggest(other, '어두운 화면에서 여백이 넓으면 좋겠어요')).suggestionNo
  expect(await found({ query: '여백' })).toEqual([dark, printing])
  expect(await found({ query: 'pdf 여백' }), 'as a visitor').toEqual([printing])
  expect(await found({ query: 'ㅇㅅㅎ ㅇㅂ' }, writer)).toEqual([printing])
  expect(await found({ query: '(a4)' })).toEqual([printing])
  expect(await found({ query: '여백 없는 낱말' })).toEqual([])
  expect(await found({ query: '.*' })).toEqual([])
  await writer.does(deleteSuggestion, { suggestionNo: printing })
  expect(await found({ query: '여백' }), 'what is deleted is told no more').toEqual([dark])
})

test('what looks the same is found', async () => {
  const suggestion = (await suggest(writer, '폭 없는 문\u200b자와 Ｃａｆé, 스트라쎄(Straße)')).suggestionNo
  for (const query of ['문자와', 'cafe', 'CAFÉ', 'strasse', '쎄(ｓｔｒ'])
    expect(await found({ query }), query).toEqual([suggestion])
})

test.each(['ﷺ', '㎯', 'Ⅷ', 'a', 'ﬃ', 'ㅎ', '-', '\\', '$'])('a query of many %j is answered', async sign => {
  expect(await found({ query: sign.repeat(40) })).toEqual([])
  expect(await found({ query: `${sign} `.repeat(20).trim() })).toBeInstanceOf(Array)
})

test('the answered ones come with their answers, and one’s own are one’s own', async () => {
  const mine = (await suggest(writer)).suggestionNo
  const theirs = (await suggest(other)).suggestionNo
  await administrator.does(answerSuggestion, { suggestionNo: theirs, answer: '그렇게 할게요.' })
  expect(await found({ only: 'answered' })).toEqual([theirs])
  const { itemList, total } = (await call(node.url, searchSuggestions, { only: 'answered' })).body
  expect(total).toBe(1)
  expect(itemList.map(({ state }) => state)).toEqual([0, 1])
  const own = await found({ only: 'own' }, writer)
  expect(own).toContain(mine)
  expect(own).not.toContain(theirs)
  expect(await found({ only: 'own', query: '없는 낱말' }, writer)).toEqual([])
})

test('a visitor has no opinions of their own, and a long query is refused', async () => {
  expect(await call(node.url, searchSuggestions, { only: 'own' })).toMatchObject({ status: 401 })
  expect(await call(node.url, searchSuggestions, { query: '가'.repeat(41) })).toMatchObject({ status: 400 })
})

test('pages hold seven, are clamped, and know the version of the agora', async () => {
  const word = '쪽수'
  const numbers: number[] = []
  for (let at = 0; at <= SUGGESTIONS_PER_PAGE; at += 1)
    numbers.unshift((await suggest(writer, `${word}를 ${'가나다라마바사아'[at]?.repeat(9)}`)).suggestionNo)
  expect(await found({ query: word })).toEqual(numbers.slice(0, SUGGESTIONS_PER_PAGE))
  expect(await found({ query: word, curPageNo: 9 })).toEqual(numbers.slice(SUGGESTIONS_PER_PAGE))
  const { version } = (await call(node.url, getSuggestions, {})).body
  expect((await call(node.url, searchSuggestions, { query: word })).body).toMatchObject({
    version,
    total: numbers.length,
    pageIndex: { lastPageNum: 2 },
  })
})

test('by empathy those come first with which most empathize, the newer ones first among equals', async () => {
  const word = '순서'
  const oldest = (await suggest(writer, `${word}를 가장 먼저 말한 사람`)).suggestionNo
  const loved = (await suggest(writer, `${word}대로 사랑받는 의견`)).suggestionNo
  const liked = (await suggest(writer, `${word}에 맞게 좋아하는 의견`)).suggestionNo
  const newest = (await suggest(writer, `${word}의 마지막에 온 의견`)).suggestionNo
  const setReaction = (person: Person, suggestionNo: number, isOn = true) =>
    person.does(setSuggestionReaction, { suggestionNo, isOn })
  await setReaction(other, oldest)
  for (const person of [other, administrator]) await setReaction(person, loved)
  await setReaction(other, liked)
  const byReaction = { order: 'empathy' } as const
  const mine = [loved, liked, oldest, newest]
  expect(await found({ ...byReaction, query: word })).toEqual(mine)
  expect((await found(byReaction)).slice(0, 3), 'among all').toEqual(mine.slice(0, 3))
  expect((await found({ ...byReaction, only: 'own' }, writer)).slice(0, 3)).toEqual(mine.slice(0, 3))
  await administrator.does(answerSuggestion, { suggestionNo: oldest, answer: '그럴게요.' })
  expect((await found({ ...byReaction, only: 'answered' }))[0]).toBe(oldest)

  for (const person of [other, administrator]) await setReaction(person, loved, false)
  expect(await found({ ...byReaction, query: word }), 'taken back').toEqual([liked, oldest, newest, loved])
  expect(await found({ query: word }), 'otherwise the newest first').toEqual([newest, liked, loved, oldest])
})

test('of two counts the one that was made later is ordered by, whichever comes last', async () => {
  const { suggestions } = node.app.context.stores
  const { suggestionNo } = await suggest(writer, '세는 차례를 바꾸는 의견')
  await suggestions.keepReactions(suggestionNo, { count: 3, version: 1_000_007 })
  await suggestions.keepReactions(suggestionNo, { count: 2, version: 1_000_006 })
  expect(await suggestions.byNo(suggestionNo)).toMatchObject({ empathyCount: 3 })
  await suggestions.keepReactions(suggestionNo, { count: 0, version: 1_000_008 })
  expect(await suggestions.byNo(suggestionNo)).not.toHaveProperty('empathyCount')
})
