import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithRetry, withScreenTimeout } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = (status: number) => new Response('<h1>Bad gateway</h1>', { status })
const json = (status: number) => Response.json({ success: status === 200 }, { status })

/** The final status and the number of requests for these responses; the last one repeats. */
async function outcomeOf(call: { isRepeatable?: true }, ...responses: Response[]) {
  const send = vi.fn(async () => (responses.length > 1 ? responses.shift() : responses[0]) ?? page(500))
  const result = fetchWithRetry(call, send)
  await vi.runAllTimersAsync()
  return { status: (await result).status, sent: send.mock.calls.length }
}

test('repeats a repeatable call if a proxy has lost its server', async () => {
  expect(await outcomeOf({ isRepeatable: true }, page(502), page(503), json(200))).toEqual({
    status: 200,
    sent: 3,
  })
  expect(await outcomeOf({}, page(502), json(200))).toEqual({ status: 502, sent: 1 })
})

test('returns the response of the proxy after the last retry', async () => {
  expect(await outcomeOf({ isRepeatable: true }, page(502))).toEqual({ status: 502, sent: 4 })
})

test('does not retry responses of our own server', async () => {
  for (const status of [200, 404, 429, 500, 503])
    expect(await outcomeOf({ isRepeatable: true }, json(status))).toEqual({ status, sent: 1 })
  expect(await outcomeOf({ isRepeatable: true }, page(504))).toEqual({ status: 504, sent: 1 })
})

test('passes on a quick response or failure, and leaves no timer', async () => {
  expect(await withScreenTimeout(Promise.resolve(1))).toBe(1)
  await expect(withScreenTimeout(Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects with offline after the time-out', async () => {
  const rejection = expect(withScreenTimeout(new Promise(() => undefined))).rejects.toMatchObject({
    code: 'offline',
  })
  await vi.runAllTimersAsync()
  await rejection
})
