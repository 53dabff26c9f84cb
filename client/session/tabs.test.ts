import { afterEach, beforeEach, expect, test } from 'vitest'
import { askTabsForSession } from './tabs.ts'

let other: BroadcastChannel
let asked: number
/** Which of the questions it is that the other tab answers. */
let answered: number

beforeEach(() => {
  asked = 0
  other = new BroadcastChannel('geulmaru')
  other.onmessage = () => {
    asked += 1
    if (asked === answered) other.postMessage({ kind: 'answered', authToken: 'token' })
  }
})
afterEach(() => other.close())

test('another tab is asked for its token', async () => {
  answered = 1
  expect(await askTabsForSession()).toEqual({ authToken: 'token', person: null })
})

test('one that is only just being opened, and has not heard the first question, is asked again', async () => {
  answered = 2
  expect(await askTabsForSession()).toEqual({ authToken: 'token', person: null })
})
