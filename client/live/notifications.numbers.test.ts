import { expect, test } from 'vitest'
import { noNotifications, withCountEvent, withCountReply } from './notifications.numbers.ts'

test('a newer number wins, a late one and the same one twice do not', () => {
  const told = withCountEvent(withCountEvent(noNotifications, { count: 3, revision: 4 }), {
    count: 1,
    revision: 7,
  })
  expect(withCountEvent(told, { count: 2, revision: 6 })).toBe(told)
  expect(withCountEvent(told, { count: 9, revision: 7 })).toBe(told)
  expect(withCountEvent(told, { count: 0, revision: 8 }).count).toBe(0)
})

test('an answer that is older than the news changes nothing, and of the same revision it is right', () => {
  const told = withCountEvent(noNotifications, { count: 3, revision: 4 })
  expect(withCountReply(told, { count: 5, revision: 3 })).toBe(told)
  expect(withCountReply(told, { count: 4, revision: 4 }).count).toBe(4)
  expect(withCountReply(noNotifications, { count: 0, revision: 0 })).toEqual({ count: 0, revision: 0 })
})
