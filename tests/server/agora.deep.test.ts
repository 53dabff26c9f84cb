import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { countMissingBlocks, recountBlock } from '#server/features/agora/blocks.counting.ts'
import { blockOf, numbersOf } from '#server/features/agora/blocks.rules.ts'
import { call } from '#tests/support/call.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, suggest } from '#tests/support/person.ts'

/** Pages that lie deep, over blocks of numbers whose suggestions are counted. */
let node: TestNode
let writer: Person
let now = Date.now()

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  writer = await newPerson(node.url)
  const { stores } = node.app.context
  for (const { suggestionNo } of await everything()) await stores.suggestions.delete(suggestionNo)
  for (const { block } of await stores.suggestionCounts.counts()) await recountBlock(node.app.context, block)
})

const everything = () =>
  node.app.context.stores.suggestions.page({ upTo: Number.MAX_SAFE_INTEGER, skip: 0, limit: 10_000 })
const page = async (base: number) => (await call(node.url, getSuggestions, { base })).body

/** As if so many numbers had been handed out long ago, with a suggestion for each of these. */
async function fill(suggestionNos: number[]): Promise<void> {
  const timeCreated = new Date(now)
  for (const suggestionNo of suggestionNos)
    await node.app.context.stores.suggestions.insert({
      suggestionNo,
      opinion: '옛 의견',
      writerNo: 1,
      timeCreated,
    })
  for (const block of new Set(suggestionNos.map(blockOf))) await recountBlock(node.app.context, block)
}

/** Every page is what a plain reading of all suggestions says. */
async function expectExact(): Promise<void> {
  const numbers = (await everything()).map(({ suggestionNo }) => suggestionNo)
  const pages = Math.max(1, Math.ceil(numbers.length / 7))
  for (let base = 1; base <= pages; base += 1) {
    const { itemList, total, pageIndexes } = await page(base)
    expect(total).toBe(numbers.length)
    expect(pageIndexes).toMatchObject({ curPage: base, lastPage: pages })
    expect(itemList.map(item => item.suggestionNo)).toEqual(numbers.slice((base - 1) * 7, base * 7))
  }
}

/** Around the borders of two blocks, with gaps. */
const { last } = numbersOf(40)
const SPREAD = [-9, -8, -7, -3, -2, -1, 0, 1, 2, 3, 6, 7, 8, 9, 1_000, 1_001, 2_005].map(
  offset => last + offset,
)

test('pages run over the borders of blocks without a gap or a repetition', async () => {
  await fill(SPREAD)
  expect(await page(1)).toMatchObject({ total: SPREAD.length })
  await expectExact()
})

test('a suggestion that is newer than every counted block is on the first page at once', async () => {
  await fill(SPREAD)
  const suggestionNo = last + 10_000
  const record = { suggestionNo, opinion: '갓 나온 의견', writerNo: 1, timeCreated: new Date(now) }
  await node.app.context.stores.suggestions.insert(record)
  expect((await page(1)).itemList[0]).toMatchObject({ suggestionNo })
})

test('comings and goings at the same moment leave every count right', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(node.url)))
  await Promise.all(
    people.map(async person => {
      const first = await suggest(person)
      const [second] = await Promise.all([
        suggest(person),
        person.does(deleteSuggestion, { suggestionNo: first.suggestionNo }),
      ])
      await Promise.all([
        suggest(person),
        person.does(deleteSuggestion, { suggestionNo: second.suggestionNo }),
      ])
    }),
  )
  expect(await page(1)).toMatchObject({ total: people.length })
  await expectExact()
})

test('a counting that was overtaken does not undo the later one', async () => {
  await suggest(writer)
  const overtaken = runBefore(node.app.context.stores.suggestionCounts, 'endCounting', () => suggest(writer))
  await suggest(writer)
  await overtaken
  expect(await page(1)).toMatchObject({ total: 3 })
})

async function cleanUpLater(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}
test.each(['beginCounting', 'endCounting'] as const)(
  'a posting that was killed before %s is counted at the sweep',
  async step => {
    await suggest(writer)
    killBefore(node.app.context.stores.suggestionCounts, step)
    expect(await writer.asks(createSuggestion, { suggestion: '세지 못하고 죽은 의견' })).toMatchObject({
      status: 500,
    })
    await cleanUpLater()
    expect(await page(1)).toMatchObject({ total: 2, itemList: [{ opinion: '세지 못하고 죽은 의견' }, {}] })
    await expectExact()
  },
)

test('a posting that was killed before it was saved leaves nothing', async () => {
  killBefore(node.app.context.stores.suggestions, 'insert')
  expect(await writer.asks(createSuggestion, { suggestion: '저장하지 못한 의견이에요' })).toMatchObject({
    status: 500,
  })
  await cleanUpLater()
  expect(await page(1)).toMatchObject({ total: 0, itemList: [] })
})

test.each([
  ['the suggestion was deleted', () => killBefore(node.app.context.stores.suggestions, 'delete')],
  ['it was counted', () => killBefore(node.app.context.stores.suggestionCounts, 'beginCounting')],
  ['the count was written', () => killBefore(node.app.context.stores.suggestionCounts, 'endCounting')],
])('a deletion that was killed before %s is finished at the sweep', async (_, kill) => {
  await suggest(writer)
  const { suggestionNo } = await suggest(writer)
  kill()
  expect(await writer.asks(deleteSuggestion, { suggestionNo })).toMatchObject({ status: 500 })
  await cleanUpLater()
  expect(await page(1)).toMatchObject({ total: 1 })
  await expectExact()
})

test('an account deletion that was killed between two of its suggestions leaves none and counts right', async () => {
  await suggest(await newPerson(node.url))
  await suggest(writer)
  await suggest(writer)
  killBefore(node.app.context.stores.suggestionCounts, 'beginCounting')
  const deletion = { password: PASSWORD, deleteContributions: true }
  expect(await writer.asks(deleteAccount, deletion)).toMatchObject({ status: 500 })
  await cleanUpLater()
  expect(await page(1)).toMatchObject({ total: 1 })
  await expectExact()
})

test('a start counts what an earlier start could not', async () => {
  const { last: uncounted } = numbersOf(100)
  const record = { suggestionNo: uncounted, opinion: '옛 의견', writerNo: 1, timeCreated: new Date(now) }
  await node.app.context.stores.suggestions.insert(record)
  killBefore(node.app.context.stores.suggestionCounts, 'endCounting')
  await expect(countMissingBlocks(node.app.context)).rejects.toThrow('killed')
  await countMissingBlocks(node.app.context)
  expect(await page(1)).toMatchObject({ total: 1 })
})
