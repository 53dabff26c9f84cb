import { expect, test } from 'vitest'
import { batched } from './batched.ts'

/** Questions that are answered when they are told to; each answers with its own place among the questions. */
function openQuestions() {
  const asked: number[][] = []
  const ends: ((fails?: boolean) => void)[] = []
  const placeOf = batched<number, number>(async keys => {
    const place = asked.push([...keys])
    await new Promise<void>((resolve, reject) =>
      ends.push(fails => (fails ? reject(new Error('not found out')) : resolve())),
    )
    return new Map(keys.filter(key => key > 0).map(key => [key, place]))
  })
  return {
    placeOf,
    asked,
    async end(fails?: boolean) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.(fails)
    },
  }
}

test('who asks while a question is under way is answered by the next, together, and never by that one', async () => {
  const { placeOf, asked, end } = openQuestions()
  const first = placeOf(1)
  await expect.poll(() => asked).toEqual([[1]])
  const others = [placeOf(1), placeOf(2), placeOf(1), placeOf(-3)]
  await end()
  expect(await first).toBe(1)
  await end()
  expect(await Promise.all(others)).toEqual([2, 2, 2, undefined])
  expect(asked).toEqual([[1], [1, 2, -3]])
})

test('what fails fails for all who waited for it, and for nobody after', async () => {
  const { placeOf, end } = openQuestions()
  const unlucky = [placeOf(1), placeOf(2)].map(found => found.catch(error => String(error)))
  await end(true)
  expect(await Promise.all(unlucky)).toEqual(['Error: not found out', 'Error: not found out'])
  const after = placeOf(1)
  await end()
  expect(await after).toBe(2)
})

test('a question that is never answered holds up no other', async () => {
  const { placeOf, asked, end } = openQuestions()
  void placeOf(1)
  await expect.poll(() => asked).toEqual([[1]])
  const other = placeOf(2)
  await expect.poll(() => asked).toEqual([[1], [2]])
  await end()
  await end()
  expect(await other).toBe(2)
})
