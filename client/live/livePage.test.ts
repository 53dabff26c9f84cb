import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { createLivePage } from './livePage.ts'

/** A page of numbers: each change of the server's adds the number of its version. */
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

const gone = new CallFailed({ code: 'notFound', status: 404 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const breathe = () => vi.advanceTimersByTimeAsync(0)

/**
 * A server whose answers wait until they are let go, and a screen that shows what it tells. `needsAnswer`: of which changes
 * the page cannot know what they make of it.
 */
async function openWorld(needsAnswer: (version: number) => boolean = () => false) {
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const waiting: ((failure?: CallFailed) => void)[] = []
  let version = 0
  let asked = 0
  let receive: (event: NumberEvent) => void = () => undefined
  let refetch = () => {}
  const live = createLivePage<NumberPage, NumberEvent>(cache, {
    queryKey: ['numbers'],
    fetch() {
      asked += 1
      const answer = pageAt(version)
      return new Promise((resolve, reject) =>
        waiting.push(failure => (failure ? reject(failure) : resolve(answer))),
      )
    },
    apply: (page, { payload }) =>
      needsAnswer(payload.version)
        ? { page, lacks: 'answer' }
        : { page: { ...page, numbers: [...page.numbers, payload.version] }, lacks: null },
    events(listener, fetchAgain) {
      receive = listener
      refetch = fetchAgain
      return () => {
        receive = () => undefined
      }
    },
  })
  const stop = live.follow()
  const stopShowing = new QueryObserver(cache, { ...live }).subscribe(() => undefined)
  await breathe()
  return {
    live,
    shown: () => cache.getQueryData<NumberPage>(['numbers']),
    failure: () => cache.getQueryState(['numbers'])?.error,
    asked: () => asked,
    /** The server changes something; returns its event. */
    change(): NumberEvent {
      version += 1
      return { payload: { version } }
    },
    receive: (event: NumberEvent) => receive(event),
    refetch: () => refetch(),
    /** Lets the answer go that waits longest. */
    async answer(failure?: CallFailed) {
      waiting.shift()?.(failure)
      await breathe()
    },
    async answerAll() {
      while (waiting.length > 0) await this.answer()
    },
    truth: () => pageAt(version),
    close() {
      stop()
      stopShowing()
      cache.clear()
    },
  }
}

test('what was heard before the first answer is in what is shown first', async () => {
  const world = await openWorld()
  world.receive(world.change())
  await world.answer()
  expect(world.shown()).toEqual(pageAt(1))
  expect(world.asked()).toBe(1)
  world.close()
})

test('an event that comes before its predecessor waits for it a moment, and no longer', async () => {
  const world = await openWorld()
  await world.answer()
  const [first, second] = [world.change(), world.change()]
  world.receive(second)
  expect(world.live.isSettled()).toBe(false)
  world.receive(first)
  expect(world.shown()).toEqual(pageAt(2))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.asked()).toBe(1)

  world.change()
  world.receive(world.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.asked()).toBe(2)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(4))
  expect(world.live.isSettled()).toBe(true)
  world.close()
})

test('an answer that lacks what only a later one knows is asked for anew, also the first', async () => {
  const world = await openWorld(version => version === 1)
  world.receive(world.change())
  await world.answer()
  expect(world.shown()).toBeUndefined()
  await world.answer()
  expect(world.shown()).toEqual(pageAt(1))
  world.close()
})

test('a change of which the page cannot know the outcome has it fetched again at once', async () => {
  const world = await openWorld(version => version === 1)
  await world.answer()
  world.receive(world.change())
  expect(world.asked()).toBe(2)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(1))
  world.close()
})

test('what the server has refused to show is not shown again by what is told of other things', async () => {
  const world = await openWorld(version => version !== 2)
  await world.answer()
  world.receive(world.change())
  await world.answer(gone)
  world.receive(world.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.failure()).toBe(gone)
  expect(world.asked()).toBe(2)

  // This may have brought it back.
  world.receive(world.change())
  await world.answer()
  expect(world.failure()).toBeNull()
  expect(world.shown()).toEqual(pageAt(3))
  world.close()
})

test('an answer that failed for a moment is asked for again with the next news, which does not stand for it', async () => {
  const world = await openWorld(version => version === 1)
  await world.answer()
  world.receive(world.change())
  await world.answer(new CallFailed({ code: 'offline', status: 0 }))
  world.receive(world.change())
  expect(world.asked()).toBe(3)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(2))
  world.close()
})

test('what is refused is asked for again by news that may bring it back, and not by what is told after those', async () => {
  const world = await openWorld(version => version < 3)
  await world.answer()
  world.receive(world.change())
  await world.answer(gone)
  world.receive(world.change())
  expect(world.asked()).toBe(3)
  await world.answer(gone)
  world.receive(world.change())
  world.receive(world.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.asked()).toBe(3)
  world.close()
})

test('a refusal that may be older than the news is asked for again', async () => {
  const world = await openWorld(() => true)
  await world.answer()
  world.receive(world.change())
  world.receive(world.change())
  await world.answer(gone)
  expect(world.asked()).toBe(3)
  await world.answer()
  expect(world.failure()).toBeNull()
  expect(world.shown()).toEqual(pageAt(2))
  world.close()
})

test('what is refused is asked for again once where news were missed', async () => {
  const world = await openWorld()
  await world.answer()
  world.change()
  world.refetch()
  await breathe()
  await world.answer(gone)
  world.receive(world.change())
  expect(world.asked()).toBe(3)
  await world.answer(gone)
  world.receive(world.change())
  world.receive(world.change())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.asked()).toBe(3)
  world.close()
})

test('who has asked too often has not been refused, and goes on with the next news', async () => {
  const world = await openWorld(version => version === 1)
  await world.answer()
  world.receive(world.change())
  await world.answer(new CallFailed({ code: 'tooMany', status: 429, retryAfterSeconds: 1 }))
  world.receive(world.change())
  expect(world.asked()).toBe(3)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(2))
  world.close()
})

test('an answer that leaves a gap before what was heard meanwhile is followed by another one', async () => {
  const world = await openWorld()
  world.change()
  world.receive(world.change())
  await world.answer()
  expect(world.shown()).toEqual(pageAt(0))
  await vi.advanceTimersByTimeAsync(1_000)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(2))
  world.close()
})

test('while events keep missing one fetch is under way at a time, and another follows it', async () => {
  const world = await openWorld()
  await world.answer()
  for (let losses = 0; losses < 10; losses += 1) {
    world.change()
    world.receive(world.change())
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(world.asked()).toBe(2)
  await world.answer()
  await vi.advanceTimersByTimeAsync(200)
  await world.answer()
  expect(world.asked()).toBe(3)
  expect(world.shown()).toEqual(pageAt(20))
  world.close()
})

test('of a flood before the answer only the last events are kept, and the page is fetched again for the others', async () => {
  const world = await openWorld()
  for (let events = 0; events < 201; events += 1) world.receive(world.change())
  await world.answer()
  expect(world.shown()).toEqual(pageAt(0))
  await vi.advanceTimersByTimeAsync(1_000)
  await world.answer()
  expect(world.shown()).toEqual(pageAt(201))
  world.close()
})

test('after the end nothing is heard, asked or kept waiting', async () => {
  const world = await openWorld()
  await world.answer()
  world.change()
  world.receive(world.change())
  world.close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(world.asked()).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

type Step =
  | { kind: 'change'; isLost: boolean }
  | { kind: 'hear'; which: number; isTwice: boolean }
  | { kind: 'answer' | 'refetch' | 'wait' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), isLost: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('hear' as const), which: fc.nat(5), isTwice: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('answer' as const, 'refetch', 'wait') }) },
)

test('however events and answers overtake each other, are lost or doubled: what is shown was once true, and becomes true', async () => {
  const someNeedAnswers = (version: number) => version % 4 === 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const world = await openWorld(someNeedAnswers)
      const onTheWay: NumberEvent[] = []
      for (const taken of steps) {
        if (taken.kind === 'change') {
          const event = world.change()
          if (!taken.isLost) onTheWay.push(event)
        }
        if (taken.kind === 'hear') {
          const [event] = onTheWay.splice(taken.which % (onTheWay.length || 1), 1)
          if (event !== undefined) world.receive(event)
          if (event !== undefined && taken.isTwice) onTheWay.push(event)
        }
        if (taken.kind === 'answer') await world.answer()
        if (taken.kind === 'refetch') world.refetch()
        if (taken.kind === 'wait') await vi.advanceTimersByTimeAsync(200)
        const shown = world.shown()
        // What needs an answer is missing until it is there; nothing else is, and nothing stands twice or out of order.
        const known = pageAt(shown?.version ?? 0).numbers
        const missing = known.filter(number => !shown?.numbers.includes(number))
        expect(missing.filter(number => !someNeedAnswers(number))).toEqual([])
        expect(shown?.numbers ?? []).toEqual(known.filter(number => !missing.includes(number)))
      }
      // The connection comes back, as after every loss.
      for (const event of onTheWay) world.receive(event)
      world.refetch()
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await vi.advanceTimersByTimeAsync(200)
        await world.answerAll()
      }
      expect(world.shown()).toEqual(world.truth())
      expect(world.live.isSettled()).toBe(true)
      world.close()
    }),
    { numRuns: 200 },
  )
})
