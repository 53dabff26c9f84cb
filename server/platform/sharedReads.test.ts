import { expect, test } from 'vitest'
import { createSharedReads } from './sharedReads.ts'

/** Readings that end when they are told to; each tells how many had begun by then. */
function openReads() {
  const ends: { resolve(value: number): void; reject(error: unknown): void }[] = []
  const readShared = createSharedReads()
  return {
    begun: () => ends.length,
    end: (index: number) => ends[index]?.resolve(index),
    fail: (index: number) => ends[index]?.reject(new Error('away')),
    ask: (key = 'list') =>
      readShared(key, () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }))),
  }
}

test('who asks while it is being read shares the next reading', async () => {
  const { ask, begun, end } = openReads()
  const first = ask()
  const others = [ask(), ask(), ask()]
  expect(begun()).toBe(1)
  end(0)
  expect(await first).toBe(0)
  end(1)
  expect(await Promise.all(others)).toEqual([1, 1, 1])
  expect(begun()).toBe(2)
})

test('after an answer it is read anew, and another key at once', async () => {
  const { ask, begun, end } = openReads()
  const first = ask()
  const other = ask('other list')
  expect(begun()).toBe(2)
  end(0)
  end(1)
  expect(await Promise.all([first, other])).toEqual([0, 1])
  const again = ask()
  end(2)
  expect(await again).toBe(2)
})

test('what fails holds up nobody who comes after', async () => {
  const { ask, end, fail } = openReads()
  const first = ask()
  const second = ask()
  fail(0)
  await expect(first).rejects.toThrow('away')
  end(1)
  expect(await second).toBe(1)
})
