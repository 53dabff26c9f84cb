import { expect, test } from 'vitest'
import { noNotifications, withCountEvent, withCountReply } from './counts.ts'

test('applies a newer count and ignores late and duplicate ones', () => {
  const event = withCountEvent(withCountEvent(noNotifications, { count: 3, revision: 4 }), {
    count: 1,
    revision: 7,
  })
  expect(withCountEvent(event, { count: 2, revision: 6 })).toBe(event)
  expect(withCountEvent(event, { count: 9, revision: 7 })).toBe(event)
  expect(withCountEvent(event, { count: 0, revision: 8 }).count).toBe(0)
})

test('ignores a response older than the events, and prefers it at the same revision', () => {
  const event = withCountEvent(noNotifications, { count: 3, revision: 4 })
  expect(withCountReply(event, { count: 5, revision: 3 })).toBe(event)
  expect(withCountReply(event, { count: 4, revision: 4 }).count).toBe(4)
  expect(withCountReply(noNotifications, { count: 0, revision: 0 })).toEqual({ count: 0, revision: 0 })
})
