import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPatching } from './patching.ts'

/** What an answer needs, and how often something is told: as over a slow line, from a lively room. In milliseconds. */
const ANSWER_MS = 1_500
const TOLD_EVERY_MS = 900

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page of all words that were said so far, which the server has when it is asked and a screen gets later. */
function openWorld() {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: 60_000 } } })
  const patching = createPatching<string[]>(cache, ['words'])
  const said: string[] = []
  let asked = 0
  const queryFn = async () => {
    asked += 1
    const answer = [...said]
    await new Promise(resolve => setTimeout(resolve, ANSWER_MS))
    return answer
  }
  return {
    asked: () => asked,
    said,
    shown: () => cache.getQueryData<string[]>(['words', 1]),
    open: () => new QueryObserver(cache, { queryKey: ['words', 1], queryFn }).subscribe(() => undefined),
    say(word: string) {
      said.push(word)
      patching.patch(['words'], words => (words.includes(word) ? words : [...words, word]))
    },
    stop() {
      patching.stop()
      cache.clear()
    },
  }
}

test('what is told without end keeps no answer from the screen, and each answer tells all of it', async () => {
  const world = openWorld()
  world.open()
  for (let number = 1; number <= 10; number += 1) {
    await vi.advanceTimersByTimeAsync(TOLD_EVERY_MS)
    world.say(`${number}`)
    if (number * TOLD_EVERY_MS > ANSWER_MS) expect(world.shown()).toEqual(world.said)
  }
  const whileTalking = world.asked()
  expect(whileTalking).toBeGreaterThan(2)

  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.shown()).toEqual(world.said)
  expect(world.asked()).toBeLessThanOrEqual(whileTalking + 2)
  world.stop()
})

test('an answer that is older than what was told meanwhile takes nothing of it back', async () => {
  const world = openWorld()
  world.open()
  await vi.advanceTimersByTimeAsync(ANSWER_MS)
  world.say('one')
  await vi.advanceTimersByTimeAsync(300)
  world.say('two')
  for (let passed = 0; passed < 2 * ANSWER_MS; passed += 100) {
    expect(world.shown()).toEqual(['one', 'two'])
    await vi.advanceTimersByTimeAsync(100)
  }
  world.stop()
})
