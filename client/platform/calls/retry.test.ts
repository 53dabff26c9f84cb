import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithRetry } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const page = (status: number) => new Response('<h1>Bad gateway</h1>', { status })
const json = (status: number) => Response.json({ success: status === 200 }, { status })

/** Which status comes of it, and how often it was sent, when these are the answers, the last of them over and over. */
async function outcomeOf(call: { isRepeatable?: true }, ...answers: Response[]) {
  const send = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? page(500))
  const answered = fetchWithRetry(call, send)
  await vi.runAllTimersAsync()
  return { status: (await answered).status, sent: send.mock.calls.length }
}

test('what a proxy lost with its server is sent again, if that does no more', async () => {
  expect(await outcomeOf({ isRepeatable: true }, page(502), page(503), json(200))).toEqual({
    status: 200,
    sent: 3,
  })
  expect(await outcomeOf({}, page(502), json(200))).toEqual({ status: 502, sent: 1 })
})

test('it is told in the end that there is no server', async () => {
  expect(await outcomeOf({ isRepeatable: true }, page(502))).toEqual({ status: 502, sent: 4 })
})

test('what a server of ours says is an answer', async () => {
  for (const status of [200, 404, 429, 500, 503])
    expect(await outcomeOf({ isRepeatable: true }, json(status))).toEqual({ status, sent: 1 })
  expect(await outcomeOf({ isRepeatable: true }, page(504))).toEqual({ status: 504, sent: 1 })
})
