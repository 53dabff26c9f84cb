import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  answerSuggestion,
  createSuggestion,
  deleteSuggestion,
  getSuggestions,
  getUnanswered,
} from '#protocol/agora.ts'
import {
  ANSWER_MAX,
  SUGGESTION_MAX,
  SUGGESTIONS_COMPARED,
  SUGGESTIONS_PER_PAGE,
  UNANSWERED_SHOWN,
} from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
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

test('a visitor cannot post, delete or answer', async () => {
  const { suggestionNo } = await suggest(writer, opinion)
  expect(await call(node.url, createSuggestion, { suggestion: opinion })).toMatchObject({ status: 401 })
  expect(await call(node.url, deleteSuggestion, { suggestionNo })).toMatchObject({ status: 401 })
  expect(await call(node.url, answerSuggestion, { suggestionNo, answer: '네' })).toMatchObject({
    status: 401,
  })
  expect(await page()).toMatchObject({ itemList: [{ suggestionNo, opinion }] })
})

test.each([
  ['구글자의견이에요', 'tooShort'],
  ['    아홉 글자예요    ', 'tooShort'],
  ['가'.repeat(SUGGESTION_MAX + 1), 'tooLong'],
] as const)('%j is rejected with its own message', async (suggestion, key) => {
  expect(await writer.request(createSuggestion, { suggestion })).toEqual({
    status: 400,
    body: { success: false, code: 'invalid', message: ko[`agora.${key}`], field: 'suggestion' },
  })
  expect((await page()).itemList).toEqual([])
})

test('accepts ten and a hundred characters', async () => {
  for (const suggestion of ['열 글자인 의견이요', '가'.repeat(SUGGESTION_MAX)].map(text =>
    text.padEnd(10, '!'),
  )) {
    await suggest(writer, suggestion)
    expect((await page()).itemList[0]?.opinion).toBe(suggestion)
  }
})

test('the newest suggestion is first, and pages are clamped', async () => {
  const numbers: number[] = []
  for (let count = 0; count <= SUGGESTIONS_PER_PAGE; count += 1)
    numbers.push((await suggest(writer)).suggestionNo)
  expect((await page()).itemList.map(item => item.suggestionNo)).toEqual(numbers.slice(1).toReversed())
  expect(await page(99)).toMatchObject({
    itemList: [{ suggestionNo: numbers[0] }],
    pageIndexes: { firstPage: 1, prevPage: 1, curPage: 2, nextPage: 2, lastPage: 2 },
  })
  await writer.call(deleteSuggestion, { suggestionNo: numbers[0] ?? 0 })
  expect(await page(2)).toMatchObject({
    itemList: { length: SUGGESTIONS_PER_PAGE },
    pageIndexes: { curPage: 1, lastPage: 1 },
  })
})

test('only its writer or an administrator can delete a suggestion', async () => {
  const { suggestionNo } = await suggest(writer, opinion)
  expect(await other.request(deleteSuggestion, { suggestionNo })).toMatchObject({ status: 403 })
  expect(await page()).toMatchObject({ itemList: [{ suggestionNo }] })
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
  expect(suggestion).toMatchObject({
    suggestionNo,
    state: 1,
    opinion: '곧 만들어요.',
    writerNo: administrator.userNo,
  })
  expect((await page()).itemList).toEqual([
    expect.objectContaining({ suggestionNo, state: 0, opinion }),
    suggestion,
    expect.objectContaining({ suggestionNo: older, state: 0 }),
  ])
})

test('only administrators can answer, an existing suggestion, with 1 to 300 characters', async () => {
  const { suggestionNo } = await suggest(writer, opinion)
  expect(await writer.request(answerSuggestion, { suggestionNo, answer: '제가 답해요' })).toMatchObject({
    status: 403,
  })
  const notFound = { suggestionNo: 987_654, answer: '답' }
  expect(await administrator.request(answerSuggestion, notFound)).toMatchObject({ status: 404 })
  for (const answer of ['', ' ', '가'.repeat(ANSWER_MAX + 1), { $gt: '' }, ['답'], null, 5]) {
    expect(
      await administrator.callWithInvalidInput(answerSuggestion, { suggestionNo, answer }),
    ).toMatchObject({
      status: 400,
      body: { message: ko['agora.answerLength'], field: 'answer' },
    })
  }
  expect(await page()).toMatchObject({ itemList: { length: 1 } })
})

test('administrators see unanswered suggestions, the oldest first, until they are answered or deleted', async () => {
  const numbers: number[] = []
  for (let count = 0; count < UNANSWERED_SHOWN + 2; count += 1)
    numbers.push((await suggest(count % 2 ? writer : other)).suggestionNo)
  const [first = 0, second = 0, ...rest] = numbers
  await administrator.call(answerSuggestion, { suggestionNo: second, answer: '그렇게 할게요.' })
  const waiting = await administrator.call(getUnanswered, {})
  expect(waiting.total).toBe(UNANSWERED_SHOWN + 1)
  expect(waiting.itemList.map(({ suggestionNo }) => suggestionNo)).toEqual([
    first,
    ...rest.slice(0, UNANSWERED_SHOWN - 1),
  ])
  expect(waiting.itemList[0]).toMatchObject({ state: 0, writer: other.name })
  await administrator.call(deleteSuggestion, { suggestionNo: first })
  expect((await administrator.call(getUnanswered, {})).itemList[0]).toMatchObject({ suggestionNo: rest[0] })
})

test('rejects a near repetition of one of the writer’s last ten suggestions, however it is written', async () => {
  await suggest(writer, opinion)
  for (const repeated of [opinion, '글마루에  사진도, 올리고 싶어요!!', opinion.normalize('NFD')]) {
    expect(await writer.call(createSuggestion, { suggestion: repeated })).toEqual({
      success: false,
      message: ko['agora.nearDuplicate'],
    })
  }
  expect(await page()).toMatchObject({ total: 1 })
  // Another user may post the same, and the writer may ten suggestions later.
  await suggest(other, opinion)
  for (let count = 0; count < SUGGESTIONS_COMPARED; count += 1) await suggest(writer)
  await suggest(writer, opinion)
})

test('of the same suggestion sent several times concurrently one is stored', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => writer.call(createSuggestion, { suggestion: opinion })),
  )
  expect(answers.filter(answer => answer.success)).toHaveLength(1)
  expect(await page()).toMatchObject({ total: 1, itemList: { length: 1 } })
})

test('different concurrent suggestions of one user are all stored', async () => {
  const suggestions = await Promise.all(Array.from({ length: 5 }, () => suggest(writer)))
  expect(new Set(suggestions.map(({ suggestionNo }) => suggestionNo)).size).toBe(5)
  expect(await page()).toMatchObject({ total: 5 })
})
