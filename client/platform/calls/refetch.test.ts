import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed } from './callFailed.ts'
import { refetchQueries } from './refetch.ts'

const queryKey = ['hubs', 'page', 1]
const cache = new QueryClient()
let answers: ((answer: string | Promise<never>) => void)[] = []
let unsubscribe = () => {}

beforeEach(() => {
  answers = []
  cache.clear()
  const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
  unsubscribe = new QueryObserver(cache, { queryKey, queryFn, retry: false }).subscribe(() => undefined)
})
afterEach(() => unsubscribe())

const answer = (place: number, text: string | Promise<never>) => answers[place]?.(text)
const shown = () => cache.getQueryData(queryKey)

test('a first answer on its way is shown, and followed by another question', async () => {
  refetchQueries(cache, ['hubs'])
  answer(0, 'before the news')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(shown()).toBe('before the news')
  answer(1, 'after the news')
  await vi.waitFor(() => expect(shown()).toBe('after the news'))
  expect(answers).toHaveLength(2)
})

test('a later answer on its way is given up for another question', async () => {
  answer(0, 'first')
  await vi.waitFor(() => expect(shown()).toBe('first'))
  refetchQueries(cache, ['hubs'])
  refetchQueries(cache, ['hubs'])
  answer(2, 'after the news')
  answer(1, 'before the news')
  await vi.waitFor(() => expect(shown()).toBe('after the news'))
  expect(answers).toHaveLength(3)
})

test('a first answer that fails is not asked for over and over', async () => {
  refetchQueries(cache, ['hubs'])
  answer(0, Promise.reject(new Error('unreached')))
  await vi.waitFor(() => expect(cache.getQueryState(queryKey)?.status).toBe('error'))
  await new Promise(resolve => setImmediate(resolve))
  expect(answers).toHaveLength(1)
})

test('a refusal on its way may be older than the news, and is followed by another question', async () => {
  refetchQueries(cache, ['hubs'])
  answer(0, Promise.reject(new CallFailed({ code: 'notFound', status: 404 })))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answer(1, 'after the news')
  await vi.waitFor(() => expect(shown()).toBe('after the news'))
})
