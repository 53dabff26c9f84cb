import { expect, test } from 'vitest'
import { createTogether } from './together.ts'

/** Counts that end when they are told to; each tells the sum so far. */
function openCounts() {
  const asked: number[] = []
  const ends: (() => void)[] = []
  let sum = 0
  const countTogether = createTogether(
    async (_key, all) => {
      const count = all.length
      asked.push(count)
      await new Promise<void>(resolve => ends.push(resolve))
      if (count === 13) throw new Error('not counted')
      sum += count
      return sum
    },
    (last, place, count) => last - count + 1 + place,
  )
  async function end() {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  return { asked, end, countTogether }
}

test('who asks meanwhile is served together, each with a place of their own', async () => {
  const { asked, end, countTogether } = openCounts()
  const first = countTogether(1)
  await expect.poll(() => asked).toEqual([1])
  const others = [countTogether(1), countTogether(1), countTogether(1)]
  await end()
  expect(await first).toBe(1)
  await end()
  expect(await Promise.all(others)).toEqual([2, 3, 4])
  expect(asked).toEqual([1, 3])
})

test('who asks in the same moment as the first is served with it', async () => {
  const { asked, end, countTogether } = openCounts()
  const askLater = async () => countTogether(1)
  const all = [askLater(), askLater(), askLater()]
  await end()
  expect(await Promise.all(all)).toEqual([1, 2, 3])
  expect(asked).toEqual([3])
})

test('another key is served at once', async () => {
  const { asked, end, countTogether } = openCounts()
  const both = [countTogether(1), countTogether(2)]
  await expect.poll(() => asked).toEqual([1, 1])
  await end()
  await end()
  await Promise.all(both)
})

test('what fails fails for all who waited for it, and for nobody after', async () => {
  const { end, countTogether } = openCounts()
  const first = countTogether(1)
  await end()
  const unlucky = Array.from({ length: 13 }, () => countTogether(1).catch(error => String(error)))
  await first
  await end()
  expect(new Set(await Promise.all(unlucky))).toEqual(new Set(['Error: not counted']))
  const after = countTogether(1)
  await end()
  expect(await after).toBe(2)
})
