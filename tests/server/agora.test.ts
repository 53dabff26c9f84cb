import { beforeEach, expect, test } from 'vitest'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  getUnanswered,
  type SuggestionFilter,
  type SuggestionOrder,
  searchSuggestions,
  setSuggestionReaction,
} from '#protocol/agora.ts'
import {
  SUGGESTION_MAX,
  SUGGESTIONS_COMPARED,
  SUGGESTIONS_PER_PAGE,
  UNANSWERED_SHOWN,
} from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { newAdministrator, newUser, PASSWORD, suggest, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
const writer = await newUser(node.url, '쓴사람')
const other = await newUser(node.url)
const administrator = await newAdministrator(node)

const opinion = '글마루에 사진도 올리고 싶어요'
/** The page that a visitor sees. */
const page = async (base = 1, offset = SUGGESTIONS_PER_PAGE) =>
  (await call(node.url, getSuggestions, { base, offset })).body

beforeEach(async () => {
  const { itemList } = await page(1, 50)
  for (const { suggestionNo } of itemList) await administrator.request(deleteSuggestion, { suggestionNo })
})

test('anybody can read a suggestion', async () => {
  const suggestion = await suggest(writer, opinion)
  expect(suggestion).toEqual({
    suggestionNo: expect.any(Number),
    state: 0,
    opinion,
    timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
    writer: writer.name,
    writerNo: writer.userNo,
  })
  expect(await page()).toEqual({
    success: true,
    itemList: [suggestion],
    empathies: [],
    pageIndexes: { firstPage: 1, prevPage: 1, curPage: 1, nextPage: 1, lastPage: 1 },
    total: 1,
    version: expect.any(Number),
  })
})

test('accepts ten and a hundred characters', async () => {
  for (const suggestion of ['열 글자인 의견이요', '가'.repeat(SUGGESTION_MAX)]) {
    await suggest(writer, suggestion)
    expect((await page()).itemList[0]?.opinion).toBe(suggestion)
  }
})

/** Posts suggestions one after the other, by these writers in turn. Returns their numbers. */
async function suggestMany(count: number, ...writers: TestUser[]): Promise<number[]> {
  const numbers: number[] = []
  for (let at = 0; at < count; at += 1)
    numbers.push((await suggest(writers[at % writers.length] ?? writer)).suggestionNo)
  return numbers
}

test('the newest suggestion is first, and pages are clamped', async () => {
  const [oldest = 0, ...numbers] = await suggestMany(SUGGESTIONS_PER_PAGE + 1)
  expect((await page()).itemList.map(item => item.suggestionNo)).toEqual(numbers.toReversed())
  expect(await page(99)).toMatchObject({
    itemList: [{ suggestionNo: oldest }],
    pageIndexes: { firstPage: 1, prevPage: 1, curPage: 2, nextPage: 2, lastPage: 2 },
  })
  await writer.call(deleteSuggestion, { suggestionNo: oldest })
  expect(await page(2)).toMatchObject({
    itemList: { length: SUGGESTIONS_PER_PAGE },
    pageIndexes: { curPage: 1, lastPage: 1 },
  })
})

test('its writer or an administrator can delete a suggestion, once', async () => {
  const { suggestionNo } = await suggest(writer, opinion)
  expect(await other.request(deleteSuggestion, { suggestionNo })).toMatchObject({ status: 403 })
  expect(await writer.call(deleteSuggestion, { suggestionNo })).toEqual({ success: true, suggestionNo })
  expect(await writer.request(deleteSuggestion, { suggestionNo })).toMatchObject({ status: 404 })
  const unwanted = await suggest(other)
  await administrator.call(deleteSuggestion, { suggestionNo: unwanted.suggestionNo })
  expect((await page()).itemList).toEqual([])
})

test('an answer follows its suggestion, and a second one replaces it', async () => {
  const { suggestionNo: older } = await suggest(other)
  const { suggestionNo } = await suggest(writer, opinion)
  await administrator.call(answerSuggestion, { suggestionNo, answer: '생각해 볼게요.' })
  const { suggestion } = await administrator.call(answerSuggestion, { suggestionNo, answer: '곧 만들어요.' })
  const missing = { suggestionNo: 987_654, answer: '답' }
  expect(await administrator.request(answerSuggestion, missing)).toMatchObject({ status: 404 })
  const writerNo = administrator.userNo
  expect(suggestion).toMatchObject({ suggestionNo, state: 1, opinion: '곧 만들어요.', writerNo })
  expect((await page()).itemList).toEqual([
    expect.objectContaining({ suggestionNo, state: 0, opinion }),
    suggestion,
    expect.objectContaining({ suggestionNo: older, state: 0 }),
  ])
})

test('administrators see unanswered suggestions, the oldest first, until they are answered or deleted', async () => {
  const [first = 0, second = 0, ...rest] = await suggestMany(UNANSWERED_SHOWN + 2, other, writer)
  await administrator.call(answerSuggestion, { suggestionNo: second, answer: '그렇게 할게요.' })
  const waiting = await administrator.call(getUnanswered, {})
  expect(waiting.total).toBe(UNANSWERED_SHOWN + 1)
  const oldest = [first, ...rest].slice(0, UNANSWERED_SHOWN)
  expect(waiting.itemList.map(({ suggestionNo }) => suggestionNo)).toEqual(oldest)
  expect(waiting.itemList[0]).toMatchObject({ state: 0, writer: other.name })
  await administrator.call(deleteSuggestion, { suggestionNo: first })
  expect((await administrator.call(getUnanswered, {})).itemList[0]).toMatchObject({ suggestionNo: rest[0] })
})

test('rejects a near repetition of one of the writer’s last ten suggestions, however it is written', async () => {
  await suggest(writer, opinion)
  const rejected = { success: false, message: ko['agora.nearDuplicate'] }
  for (const suggestion of [opinion, '글마루에  사진도, 올리고 싶어요!!', opinion.normalize('NFD')])
    expect(await writer.call(createSuggestion, { suggestion })).toEqual(rejected)
  expect(await page()).toMatchObject({ total: 1 })
  // Another user may post the same, and the writer may ten suggestions later.
  await suggest(other, opinion)
  await suggestMany(SUGGESTIONS_COMPARED)
  await suggest(writer, opinion)
})

test('of the same suggestion sent several times concurrently one is stored, and different ones all', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => writer.call(createSuggestion, { suggestion: opinion })),
  )
  expect(answers.filter(answer => answer.success)).toHaveLength(1)
  expect(await page()).toMatchObject({ total: 1, itemList: { length: 1 } })
  const suggestions = await Promise.all(Array.from({ length: 4 }, () => suggest(writer)))
  expect(new Set(suggestions.map(({ suggestionNo }) => suggestionNo)).size).toBe(4)
  expect(await page()).toMatchObject({ total: 5 })
})

/** The reactions to a suggestion, as a user sees them, or a visitor if there is no user. */
async function reactionOf(suggestionNo: number, user?: TestUser) {
  const { empathies: reactions } = (await call(node.url, getSuggestions, { offset: 50 }, user?.token)).body
  return reactions?.find(reaction => reaction.suggestionNo === suggestionNo) ?? null
}

test('each user counts once and sees their own reaction; a visitor sees only the number', async () => {
  const { suggestionNo } = await suggest(writer)
  expect(await reactionOf(suggestionNo)).toBeNull()
  for (let turn = 0; turn < 2; turn += 1) {
    const { empathy: reaction } = await other.call(setSuggestionReaction, { suggestionNo, isOn: true })
    expect(reaction).toEqual({ suggestionNo, count: 1, isMine: true })
  }
  const another = await newUser(node.url)
  await another.call(setSuggestionReaction, { suggestionNo, isOn: true })
  expect(await reactionOf(suggestionNo, other)).toEqual({ suggestionNo, count: 2, isMine: true })
  expect(await reactionOf(suggestionNo, writer)).toEqual({ suggestionNo, count: 2, isMine: false })
  expect(await reactionOf(suggestionNo)).toEqual({ suggestionNo, count: 2, isMine: false })
  for (let turn = 0; turn < 2; turn += 1)
    await other.call(setSuggestionReaction, { suggestionNo, isOn: false })
  expect(await reactionOf(suggestionNo, other)).toEqual({ suggestionNo, count: 1, isMine: false })
})

test('nobody can react to a deleted suggestion, whose reactions are deleted', async () => {
  const { suggestionNo } = await suggest(writer)
  await other.call(setSuggestionReaction, { suggestionNo, isOn: true })
  await writer.call(deleteSuggestion, { suggestionNo })
  for (const isOn of [true, false])
    expect(await other.request(setSuggestionReaction, { suggestionNo, isOn })).toMatchObject({ status: 404 })
  expect(await node.app.context.repositories.opinionReactions.countBySuggestion(suggestionNo)).toBe(0)
})

test('deleting an account deletes its reactions', async () => {
  const deletedUser = await newUser(node.url)
  const { suggestionNo } = await suggest(writer)
  for (const user of [deletedUser, other])
    await user.call(setSuggestionReaction, { suggestionNo, isOn: true })
  await deletedUser.call(deleteAccount, { password: PASSWORD })
  expect(await reactionOf(suggestionNo)).toMatchObject({ count: 1 })
})

/** Posts suggestions one after the other. Returns their numbers. */
async function inSequence(texts: string[]): Promise<number[]> {
  const numbers: number[] = []
  for (const text of texts) numbers.push((await suggest(writer, text)).suggestionNo)
  return numbers
}

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

test('finds words in any order and case, initial consonants of syllables, and text that looks the same', async () => {
  const printing = (await suggest(writer, '인쇄할 때 여백을 PDF 처럼 고르고 싶어요 (A4)')).suggestionNo
  const dark = (await suggest(other, '어두운 화면에서 여백이 넓으면 좋겠어요')).suggestionNo
  const odd = (await suggest(writer, '폭 없는 문\u200b자와 Ｃａｆé, 스트라쎄(Straße)')).suggestionNo
  expect(await searchNumbers({ query: '여백' })).toEqual([dark, printing])
  expect(await searchNumbers({ query: 'ㅇㅅㅎ ㅇㅂ' }, writer)).toEqual([printing])
  for (const query of ['pdf 여백', '(a4)']) expect(await searchNumbers({ query }), query).toEqual([printing])
  for (const query of ['여백 없는 낱말', '.*']) expect(await searchNumbers({ query }), query).toEqual([])
  for (const query of ['문자와', 'cafe', 'CAFÉ', 'strasse', '쎄(ｓｔｒ'])
    expect(await searchNumbers({ query }), query).toEqual([odd])
  await writer.call(deleteSuggestion, { suggestionNo: printing })
  expect(await searchNumbers({ query: '여백' }), 'excludes deleted suggestions').toEqual([dark])
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
  const texts = [...'가나다라마바사아'].map(letter => `${word}를 ${letter.repeat(9)}`)
  const numbers = (await inSequence(texts)).toReversed()
  expect(numbers).toHaveLength(SUGGESTIONS_PER_PAGE + 1)
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
  const [oldest = 0, loved = 0, liked = 0, newest = 0] = await inSequence([
    `${word}를 가장 먼저 말한 사람`,
    `${word}대로 사랑받는 의견`,
    `${word}에 맞게 좋아하는 의견`,
    `${word}의 마지막에 온 의견`,
  ])
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
  const undone = [liked, oldest, newest, loved]
  expect(await searchNumbers({ ...byReaction, query: word }), 'undone').toEqual(undone)
  const byTime = [newest, liked, loved, oldest]
  expect(await searchNumbers({ query: word }), 'newest first by default').toEqual(byTime)
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
