import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to. */
function openWork(began: string[], name: string) {
  let end = () => {}
  const ended = new Promise<void>(resolve => (end = resolve))
  return {
    end,
    async work() {
      began.push(name)
      await ended
      return name
    },
  }
}

test('work for one key waits for what came before it, whatever becomes of that', async () => {
  const began: string[] = []
  const inTurn = createTurns()
  const [first, second] = [openWork(began, 'first'), openWork(began, 'second')]
  const failing = inTurn('a', async () => {
    await first.work()
    throw new Error('first failed')
  })
  const after = inTurn('a', second.work)
  expect(began).toEqual(['first'])
  first.end()
  await expect(failing).rejects.toThrow('first failed')
  second.end()
  expect(await after).toBe('second')
})

test('work for another key does not wait', async () => {
  const began: string[] = []
  const inTurn = createTurns()
  const [one, other] = [openWork(began, 'one'), openWork(began, 'other')]
  const results = [inTurn('a', one.work), inTurn('b', other.work)]
  expect(began).toEqual(['one', 'other'])
  one.end()
  other.end()
  expect(await Promise.all(results)).toEqual(['one', 'other'])
})
