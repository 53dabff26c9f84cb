import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createLivePage } from './livePage.ts'

/** A page of numbers: each change on the server adds its version. */
interface NumberPage {
  version: number
  numbers: number[]
}
const pageAt = (version: number): NumberPage => ({
  version,
  numbers: Array.from({ length: version }, (_, index) => index + 1),
})
interface NumberEvent {
  payload: { version: number }
}

const notFound = new CallFailed({ code: 'notFound', status: 404 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const flush = () => vi.advanceTimersByTimeAsync(0)

/**
 * A server whose responses wait until they are released, and a screen that shows them. `needsRefetch` names
 * the changes that need a response.
 */
async function createFixture(needsRefetch: (version: number) => boolean = () => false) {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const pendingResponses: ((failure?: CallFailed) => void)[] = []
  let version = 0
  let requests = 0
  let receive: (event: NumberEvent) => void = () => undefined
  let refetch = () => {}
  const live = createLivePage<NumberPage, NumberEvent>(cache, {
    queryKey: ['notes'],
    fetch() {
      requests += 1
      const answer = pageAt(version)
      return new Promise((resolve, reject) =>
        pendingResponses.push(failure => (failure ? reject(failure) : resolve(answer))),
      )
    },
    apply: (page, { payload }) =>
      needsRefetch(payload.version)
        ? { page, missing: 'refetch' }
        : { page: { ...page, numbers: [...page.numbers, payload.version] }, missing: null },
    events(listener, fetchAgain) {
      receive = listener
      refetch = fetchAgain
      return () => {
        receive = () => undefined
      }
    },
  })
  const stop = live.subscribe()
  const stopShowing = new QueryObserver(cache, { ...live }).subscribe(() => undefined)
  const close = () => {
    stop()
    stopShowing()
    cache.clear()
  }
  onTestFinished(close)
  await flush()
  return {
    live,
    shown: () => cache.getQueryData<NumberPage>(['notes']),
    failure: () => cache.getQueryState(['notes'])?.error,
    requests: () => requests,
    /** Makes a change on the server and returns its event. */
    change(): NumberEvent {
      version += 1
      return { payload: { version } }
    },
    receive: (event: NumberEvent) => receive(event),
    refetch: () => refetch(),
    /** Releases the oldest response. */
    async answer(failure?: CallFailed) {
      pendingResponses.shift()?.(failure)
      await flush()
    },
    async answerAll() {
      while (pendingResponses.length > 0) await this.answer()
    },
    truth: () => pageAt(version),
    close,
  }
}

test('includes events that arrived before the first response', async () => {
  const fixture = await createFixture()
  fixture.receive(fixture.change())
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(1))
  expect(fixture.requests()).toBe(1)
})

test('waits a moment for the predecessor of an event, and no longer', async () => {
  const fixture = await createFixture()
  await fixture.answer()
  const [first, second] = [fixture.change(), fixture.change()]
  fixture.receive(second)
  expect(fixture.live.isSettled()).toBe(false)
  fixture.receive(first)
  expect(fixture.shown()).toEqual(pageAt(2))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.requests()).toBe(1)

  fixture.change()
  fixture.receive(fixture.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.requests()).toBe(2)
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(4))
  expect(fixture.live.isSettled()).toBe(true)
})

test('requests again if a response predates a change that needs one, also the first', async () => {
  const fixture = await createFixture(version => version === 1)
  fixture.receive(fixture.change())
  await fixture.answer()
  expect(fixture.shown()).toBeUndefined()
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(1))
})

test('refetches at once after a change that needs a response', async () => {
  const fixture = await createFixture(version => version === 1)
  await fixture.answer()
  fixture.receive(fixture.change())
  expect(fixture.requests()).toBe(2)
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(1))
})

test('does not show a refused page again on unrelated events', async () => {
  const fixture = await createFixture(version => version !== 2)
  await fixture.answer()
  fixture.receive(fixture.change())
  await fixture.answer(notFound)
  fixture.receive(fixture.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.failure()).toBe(notFound)
  expect(fixture.requests()).toBe(2)

  // This event may restore access.
  fixture.receive(fixture.change())
  await fixture.answer()
  expect(fixture.failure()).toBeNull()
  expect(fixture.shown()).toEqual(pageAt(3))
})

test.each([
  new CallFailed({ code: 'offline', status: 0 }),
  new CallFailed({ code: 'tooMany', status: 429, retryAfterSeconds: 1 }),
])('refetches after a temporary failure ($code) on the next event', async failure => {
  const fixture = await createFixture(version => version === 1)
  await fixture.answer()
  fixture.receive(fixture.change())
  await fixture.answer(failure)
  // The event does not replace the response.
  fixture.receive(fixture.change())
  expect(fixture.requests()).toBe(3)
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(2))
})

test('refetches a refused page on events that may restore access, and not on later ones', async () => {
  const fixture = await createFixture(version => version < 3)
  await fixture.answer()
  fixture.receive(fixture.change())
  await fixture.answer(notFound)
  fixture.receive(fixture.change())
  expect(fixture.requests()).toBe(3)
  await fixture.answer(notFound)
  fixture.receive(fixture.change())
  fixture.receive(fixture.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.requests()).toBe(3)
})

test('requests again after a refusal that may predate an event', async () => {
  const fixture = await createFixture(() => true)
  await fixture.answer()
  fixture.receive(fixture.change())
  fixture.receive(fixture.change())
  await fixture.answer(notFound)
  expect(fixture.requests()).toBe(3)
  await fixture.answer()
  expect(fixture.failure()).toBeNull()
  expect(fixture.shown()).toEqual(pageAt(2))
})

test('refetches a refused page once after a gap', async () => {
  const fixture = await createFixture()
  await fixture.answer()
  fixture.change()
  fixture.refetch()
  await flush()
  await fixture.answer(notFound)
  fixture.receive(fixture.change())
  expect(fixture.requests()).toBe(3)
  await fixture.answer(notFound)
  fixture.receive(fixture.change())
  fixture.receive(fixture.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.requests()).toBe(3)
})

test('refetches if a response leaves a gap before the buffered events', async () => {
  const fixture = await createFixture()
  fixture.change()
  fixture.receive(fixture.change())
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(0))
  await vi.advanceTimersByTimeAsync(1_000)
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(2))
})

test('runs one fetch at a time while events are missing', async () => {
  const fixture = await createFixture()
  await fixture.answer()
  for (let losses = 0; losses < 10; losses += 1) {
    fixture.change()
    fixture.receive(fixture.change())
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(fixture.requests()).toBe(2)
  await fixture.answer()
  await vi.advanceTimersByTimeAsync(200)
  await fixture.answer()
  expect(fixture.requests()).toBe(3)
  expect(fixture.shown()).toEqual(pageAt(20))
})

test('keeps only the last events of a flood before the response, and refetches for the others', async () => {
  const fixture = await createFixture()
  for (let events = 0; events < 201; events += 1) fixture.receive(fixture.change())
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(0))
  await vi.advanceTimersByTimeAsync(1_000)
  await fixture.answer()
  expect(fixture.shown()).toEqual(pageAt(201))
})

test('ignores events and cancels timers after unsubscribing', async () => {
  const fixture = await createFixture()
  await fixture.answer()
  fixture.change()
  fixture.receive(fixture.change())
  fixture.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fixture.requests()).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

type Step =
  | { kind: 'change'; isLost: boolean }
  | { kind: 'receive'; which: number; isTwice: boolean }
  | { kind: 'answer' | 'refetch' | 'wait' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), isLost: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('receive' as const), which: fc.nat(5), isTwice: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('answer' as const, 'refetch', 'wait') }) },
)

test('shows only states that existed, and ends up current, however events and responses are reordered, lost or duplicated', async () => {
  const someNeedAnswers = (version: number) => version % 4 === 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const fixture = await createFixture(someNeedAnswers)
      const onTheWay: NumberEvent[] = []
      for (const taken of steps) {
        if (taken.kind === 'change') {
          const event = fixture.change()
          if (!taken.isLost) onTheWay.push(event)
        }
        if (taken.kind === 'receive') {
          const [event] = onTheWay.splice(taken.which % (onTheWay.length || 1), 1)
          if (event !== undefined) fixture.receive(event)
          if (event !== undefined && taken.isTwice) onTheWay.push(event)
        }
        if (taken.kind === 'answer') await fixture.answer()
        if (taken.kind === 'refetch') fixture.refetch()
        if (taken.kind === 'wait') await vi.advanceTimersByTimeAsync(200)
        const shown = fixture.shown()
        // Only changes that need a response may be missing; nothing is duplicated or out of order.
        const known = pageAt(shown?.version ?? 0).numbers
        const missing = known.filter(number => !shown?.numbers.includes(number))
        expect(missing.filter(number => !someNeedAnswers(number))).toEqual([])
        expect(shown?.numbers ?? []).toEqual(known.filter(number => !missing.includes(number)))
      }
      // Reconnects.
      for (const event of onTheWay) fixture.receive(event)
      fixture.refetch()
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await vi.advanceTimersByTimeAsync(200)
        await fixture.answerAll()
      }
      expect(fixture.shown()).toEqual(fixture.truth())
      expect(fixture.live.isSettled()).toBe(true)
      fixture.close()
    }),
    { numRuns: 200 },
  )
})
