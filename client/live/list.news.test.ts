import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createListNews } from './list.news.ts'

const refetch = vi.fn()
let held = false
const listNews = () => createListNews({ isHeld: () => held, refetch })

beforeEach(() => {
  vi.useFakeTimers()
  refetch.mockClear()
  held = false
})
afterEach(() => void vi.useRealTimers())

test('news that come together are one fetch', () => {
  const news = listNews()
  for (let note = 0; note < 50; note += 1) news.tell()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
  news.look()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('rows under the pointer stay until it leaves them', () => {
  const news = listNews()
  held = true
  news.tell()
  news.look()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
  held = false
  news.look()
  vi.runAllTimers()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('whoever has left hears no more', () => {
  const news = listNews()
  news.tell()
  news.stop()
  vi.runAllTimers()
  expect(refetch).not.toHaveBeenCalled()
})
