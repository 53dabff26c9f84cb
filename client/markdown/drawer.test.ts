import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawer } from './drawer.ts'
import { type Answer, BUDGETS, type Question } from './drawn.ts'

const DRAWN: Answer = { is: 'drawn', nodes: [], size: 0 }

vi.mock('./turns.ts', () => ({
  inTurn(_: number, show: () => void) {
    show()
    return () => {}
  },
}))

/** A worker that answers when it is told to, or never. */
class Fake {
  onmessage: (event: { data: unknown }) => void = () => {}
  onerror: () => void = () => {}
  questions: Question<string>[] = []
  isEnded = false
  postMessage(question: Question<string>): void {
    this.questions.push(question)
  }
  terminate(): void {
    this.isEnded = true
  }
  answer(answer: Answer = DRAWN): void {
    this.onmessage({ data: answer })
  }
}

let workers: Fake[]
const open = vi.fn(async () => {
  const worker = new Fake()
  workers.push(worker)
  return worker as unknown as Worker
})

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  open.mockClear()
})
afterEach(() => vi.useRealTimers())

/** Lets everything that waits for nothing but its turn go on. */
const settled = () => vi.advanceTimersByTimeAsync(0)

test('the engine is not loaded before it is needed, and then once', async () => {
  const drawer = createDrawer<string>(open)
  expect(open).not.toHaveBeenCalled()
  const show = vi.fn()
  drawer.draw('a', 'usual', show)
  drawer.draw('b', 'usual', show)
  await settled()
  expect(workers).toHaveLength(1)
  expect(workers[0]?.questions.map(({ job }) => job)).toEqual(['a', 'b'])
  expect(show).not.toHaveBeenCalled()
})

test('the same is drawn once for all, and at once for whoever asks later', async () => {
  const drawer = createDrawer<string>(open)
  const [first, second, later] = [vi.fn(), vi.fn(), vi.fn()]
  drawer.draw('a', 'usual', first)
  drawer.draw('a', 'usual', second)
  await settled()
  workers[0]?.answer()
  expect(first).toHaveBeenCalledExactlyOnceWith(DRAWN)
  expect(second).toHaveBeenCalledExactlyOnceWith(DRAWN)
  drawer.draw('a', 'usual', later)
  expect(later).toHaveBeenCalledExactlyOnceWith(DRAWN)
  expect(workers[0]?.questions).toHaveLength(1)
})

test('what takes too long is given up with its worker, and the rest is drawn by another', async () => {
  const drawer = createDrawer<string>(open)
  const [before, slow, after] = [vi.fn(), vi.fn(), vi.fn()]
  drawer.draw('before', 'usual', before)
  drawer.draw('slow', 'usual', slow)
  drawer.draw('after', 'usual', after)
  await settled()
  workers[0]?.answer()
  await vi.advanceTimersByTimeAsync(BUDGETS.usual.ms)
  expect(before).toHaveBeenCalledWith(DRAWN)
  expect(slow).toHaveBeenCalledExactlyOnceWith({ is: 'over' })
  expect(workers[0]?.isEnded).toBe(true)
  expect(workers[1]?.questions.map(({ job }) => job)).toEqual(['after'])
  workers[1]?.answer()
  expect(after).toHaveBeenCalledWith(DRAWN)
})

test('whoever asks for it gives more time', async () => {
  const drawer = createDrawer<string>(open)
  const [usual, asked] = [vi.fn(), vi.fn()]
  drawer.draw('slow', 'usual', usual)
  await vi.advanceTimersByTimeAsync(BUDGETS.usual.ms)
  expect(usual).toHaveBeenCalledWith({ is: 'over' })
  drawer.draw('slow', 'asked', asked)
  await vi.advanceTimersByTimeAsync(BUDGETS.usual.ms * 2)
  expect(asked).not.toHaveBeenCalled()
  workers[1]?.answer()
  expect(asked).toHaveBeenCalledExactlyOnceWith(DRAWN)
})

test('a worker that breaks, as when its memory is full, took too much', async () => {
  const drawer = createDrawer<string>(open)
  const show = vi.fn()
  drawer.draw('huge', 'usual', show)
  await settled()
  workers[0]?.onerror()
  await settled()
  expect(show).toHaveBeenCalledExactlyOnceWith({ is: 'over' })
  expect(workers[0]?.isEnded).toBe(true)
})

test('when the engine cannot be loaded all are told, and the next tries again', async () => {
  const drawer = createDrawer<string>(open)
  open.mockRejectedValueOnce(new Error('offline'))
  const [first, second, later] = [vi.fn(), vi.fn(), vi.fn()]
  drawer.draw('a', 'usual', first)
  drawer.draw('b', 'usual', second)
  await settled()
  expect(first).toHaveBeenCalledExactlyOnceWith({ is: 'unavailable' })
  expect(second).toHaveBeenCalledExactlyOnceWith({ is: 'unavailable' })
  drawer.draw('a', 'usual', later)
  await settled()
  workers[0]?.answer()
  expect(later).toHaveBeenCalledExactlyOnceWith(DRAWN)
})

test('what nobody waits for any more is neither told nor begun', async () => {
  const drawer = createDrawer<string>(open)
  const [gone, kept] = [vi.fn(), vi.fn()]
  drawer.draw('gone', 'usual', gone)()
  drawer.draw('kept', 'usual', kept)
  await settled()
  expect(workers[0]?.questions.map(({ job }) => job)).toEqual(['kept'])
  workers[0]?.answer()
  expect(gone).not.toHaveBeenCalled()
  expect(kept).toHaveBeenCalledOnce()
})
