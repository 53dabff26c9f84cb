import { beforeEach, expect, test } from 'vitest'
import { createSuggestion, deleteSuggestion, getSuggestions } from '#protocol/agora.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import {
  blockOf,
  countMissingBlocks,
  numbersOf,
  recountBlock,
} from '#server/features/agora/suggestionCounts.ts'
import { call } from '#tests/support/call.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD, suggest, type TestUser } from '#tests/support/users.ts'

/** Deep pages of the agora, over counted blocks of suggestion numbers. */
let writer: TestUser
let now = Date.now()

const [node] = await openNodes({ clock: () => new Date(now) })
beforeEach(async () => {
  writer = await newUser(node.url)
  const { repositories } = node.app.context
  for (const { suggestionNo } of await allSuggestions()) await repositories.suggestions.delete(suggestionNo)
  for (const { block } of await repositories.suggestionCounts.findAll())
    await recountBlock(node.app.context, block)
})

const allSuggestions = () =>
  node.app.context.repositories.suggestions.findPage({
    upTo: Number.MAX_SAFE_INTEGER,
    skip: 0,
    limit: 10_000,
  })
const page = async (base: number) => (await call(node.url, getSuggestions, { base })).body

/** As if this many numbers had been assigned long ago, with a suggestion for each of these. */
async function fill(suggestionNos: number[]): Promise<void> {
  const timeCreated = new Date(now)
  for (const suggestionNo of suggestionNos)
    await node.app.context.repositories.suggestions.insert({
      suggestionNo,
      opinion: '옛 의견',
      writerNo: 1,
      timeCreated,
    })
  for (const block of new Set(suggestionNos.map(blockOf))) await recountBlock(node.app.context, block)
}

/** Every page equals the page of a plain query over all suggestions. */
async function expectExact(): Promise<void> {
  const numbers = (await allSuggestions()).map(({ suggestionNo }) => suggestionNo)
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

test('pages cross the borders of blocks without gaps or repetitions', async () => {
  await fill(SPREAD)
  expect(await page(1)).toMatchObject({ total: SPREAD.length })
  await expectExact()
})

test('concurrent posts and deletions leave every count right', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => newUser(node.url)))
  await Promise.all(
    users.map(async user => {
      const first = await suggest(user)
      const [second] = await Promise.all([
        suggest(user),
        user.call(deleteSuggestion, { suggestionNo: first.suggestionNo }),
      ])
      await Promise.all([suggest(user), user.call(deleteSuggestion, { suggestionNo: second.suggestionNo })])
    }),
  )
  expect(await page(1)).toMatchObject({ total: users.length })
  await expectExact()
})

test('a recount that was overtaken does not overwrite the later one', async () => {
  await suggest(writer)
  const overtaken = runBefore(node.app.context.repositories.suggestionCounts, 'finishRecount', () =>
    suggest(writer),
  )
  await suggest(writer)
  await overtaken
  expect(await page(1)).toMatchObject({ total: 3 })
})

async function cleanUpAfterLease(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}
const { suggestions, suggestionCounts } = node.app.context.repositories
const countingSteps: [step: string, kill: () => void][] = [
  ['it was counted', () => killBefore(suggestionCounts, 'startRecount')],
  ['the count was written', () => killBefore(suggestionCounts, 'finishRecount')],
]

test.each([
  ['it was saved', () => killBefore(suggestions, 'insert'), []] as const,
  ...countingSteps.map(([step, kill]) => [step, kill, ['죽었지만 저장한 의견']] as const),
])(
  'a post that was killed before %s is counted by the cleanup, or leaves nothing',
  async (_, kill, stored) => {
    await suggest(writer, '그보다 먼저 남긴 의견')
    kill()
    const post = { suggestion: '죽었지만 저장한 의견' }
    expect(await writer.request(createSuggestion, post)).toMatchObject({ status: 500 })
    await cleanUpAfterLease()
    const { itemList } = await page(1)
    expect(itemList.map(({ opinion }) => opinion)).toEqual([...stored, '그보다 먼저 남긴 의견'])
    await expectExact()
  },
)

test.each([
  ['the suggestion was deleted', () => killBefore(suggestions, 'delete')] as const,
  ...countingSteps,
])('a deletion that was killed before %s is finished by the cleanup', async (_, kill) => {
  await suggest(writer)
  const { suggestionNo } = await suggest(writer)
  kill()
  expect(await writer.request(deleteSuggestion, { suggestionNo })).toMatchObject({ status: 500 })
  await cleanUpAfterLease()
  expect(await page(1)).toMatchObject({ total: 1 })
  await expectExact()
})

test('an account deletion that was killed between two of its suggestions leaves none and counts right', async () => {
  await suggest(await newUser(node.url))
  await suggest(writer)
  await suggest(writer)
  killBefore(suggestionCounts, 'startRecount')
  const deletion = { password: PASSWORD, deleteContributions: true }
  expect(await writer.request(deleteAccount, deletion)).toMatchObject({ status: 500 })
  await cleanUpAfterLease()
  expect(await page(1)).toMatchObject({ total: 1 })
  await expectExact()
})

test('a start counts what an earlier start could not', async () => {
  const { last: uncounted } = numbersOf(100)
  const record = { suggestionNo: uncounted, opinion: '옛 의견', writerNo: 1, timeCreated: new Date(now) }
  await suggestions.insert(record)
  killBefore(suggestionCounts, 'finishRecount')
  await expect(countMissingBlocks(node.app.context)).rejects.toThrow('killed')
  await countMissingBlocks(node.app.context)
  expect(await page(1)).toMatchObject({ total: 1 })
})
