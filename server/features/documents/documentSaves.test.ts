import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOGETHER_SAVE_MAX_MS, TOGETHER_SAVE_MS } from '#protocol/limits.ts'
import { createDocumentSaves } from './documentSaves.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const saved: string[] = []
  return {
    saved,
    saves: createDocumentSaves(
      work => void work(),
      async documentId => void saved.push(documentId),
    ),
  }
}

test('a document is saved once after a pause, whatever happens to others', () => {
  const { saved, saves } = start()
  saves.schedule('one')
  vi.advanceTimersByTime(TOGETHER_SAVE_MS - 1)
  saves.schedule('one')
  saves.schedule('other')
  vi.advanceTimersByTime(TOGETHER_SAVE_MS - 1)
  expect(saved).toEqual([])
  vi.advanceTimersByTime(1)
  expect(saved).toEqual(['one', 'other'])
  vi.advanceTimersByTime(TOGETHER_SAVE_MAX_MS)
  expect(saved).toHaveLength(2)
})

test('a document that is changed without a pause is saved nevertheless', () => {
  const { saved, saves } = start()
  for (let ms = 0; ms < 2 * TOGETHER_SAVE_MAX_MS; ms += TOGETHER_SAVE_MS / 2) {
    saves.schedule('one')
    vi.advanceTimersByTime(TOGETHER_SAVE_MS / 2)
  }
  expect(saved).toEqual(['one', 'one'])
})

test('a node that stops saves nothing any more', () => {
  const { saved, saves } = start()
  saves.schedule('one')
  saves.stop()
  vi.advanceTimersByTime(TOGETHER_SAVE_MAX_MS)
  expect(saved).toEqual([])
})
