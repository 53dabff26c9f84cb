import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCacheUpdater } from './cacheUpdater.ts'

/** Response time and event interval, as over a slow connection in a busy room. In milliseconds. */
const RESPONSE_MS = 1_500
const EVENT_INTERVAL_MS = 900

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page of all words so far: fixed when the server responds, shown later. */
function createFixture() {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: 60_000 } } })
  const updater = createCacheUpdater<string[]>(cache, ['notes'])
  const spoken: string[] = []
  let requestCount = 0
  const queryFn = async () => {
    requestCount += 1
    const answer = [...spoken]
    await new Promise(resolve => setTimeout(resolve, RESPONSE_MS))
    return answer
  }
  return {
    requestCount: () => requestCount,
    spoken,
    shown: () => cache.getQueryData<string[]>(['notes', 1]),
    open: () => new QueryObserver(cache, { queryKey: ['notes', 1], queryFn }).subscribe(() => undefined),
    say(word: string) {
      spoken.push(word)
      updater.patch(['notes'], words => (words.includes(word) ? words : [...words, word]))
    },
    stop() {
      updater.stop()
      cache.clear()
    },
  }
}

test('shows every response with all events while events keep arriving', async () => {
  const fixture = createFixture()
  fixture.open()
  for (let number = 1; number <= 10; number += 1) {
    await vi.advanceTimersByTimeAsync(EVENT_INTERVAL_MS)
    fixture.say(`${number}`)
    if (number * EVENT_INTERVAL_MS > RESPONSE_MS) expect(fixture.shown()).toEqual(fixture.spoken)
  }
  const whileTalking = fixture.requestCount()
  expect(whileTalking).toBeGreaterThan(2)

  await vi.advanceTimersByTimeAsync(60_000)
  expect(fixture.shown()).toEqual(fixture.spoken)
  expect(fixture.requestCount()).toBeLessThanOrEqual(whileTalking + 2)
  fixture.stop()
})

test('keeps events that a response predates', async () => {
  const fixture = createFixture()
  fixture.open()
  await vi.advanceTimersByTimeAsync(RESPONSE_MS)
  fixture.say('one')
  await vi.advanceTimersByTimeAsync(300)
  fixture.say('two')
  for (let passed = 0; passed < 2 * RESPONSE_MS; passed += 100) {
    expect(fixture.shown()).toEqual(['one', 'two'])
    await vi.advanceTimersByTimeAsync(100)
  }
  fixture.stop()
})
