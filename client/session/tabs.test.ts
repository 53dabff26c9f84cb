import { afterEach, beforeEach, expect, test } from 'vitest'
import { askTabsForSession } from './tabs.ts'

let other: BroadcastChannel
let requestCount: number
/** The request to which the other tab replies: the first, or a later one. */
let repliesToRequest: number

beforeEach(() => {
  requestCount = 0
  other = new BroadcastChannel('geulmaru')
  other.onmessage = () => {
    requestCount += 1
    if (requestCount === repliesToRequest) other.postMessage({ kind: 'answered', authToken: 'token' })
  }
})
afterEach(() => other.close())

test('gets the token of another tab', async () => {
  repliesToRequest = 1
  expect(await askTabsForSession()).toEqual({ authToken: 'token', person: null })
})

test('repeats the request for a tab that is still loading and missed the first one', async () => {
  repliesToRequest = 2
  expect(await askTabsForSession()).toEqual({ authToken: 'token', person: null })
})
