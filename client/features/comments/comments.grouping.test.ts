import { expect, test } from 'vitest'
import { isFollowUp } from './comments.grouping.ts'

const said = (postedAt: string, writerNo = 1) => ({ writerNo, postedAt: `2026-11-24T${postedAt}Z` })
const first = said('10:00:30')

test('what the same writer says within a minute goes on with what they said before', () => {
  expect(isFollowUp(first, said('10:01:29'))).toBe(true)
  expect(isFollowUp(first, said('10:01:30'))).toBe(false)
  expect(isFollowUp(undefined, first)).toBe(false)
})

test('what somebody else says, and an answer, begin anew', () => {
  expect(isFollowUp(first, said('10:00:31', 2))).toBe(false)
  expect(isFollowUp(first, { ...said('10:00:31'), replyTo: { commentNo: 7, quote: null } })).toBe(false)
})

test('at midnight in Seoul what is said begins anew', () => {
  expect(isFollowUp(said('14:59:50'), said('15:00:10'))).toBe(false)
})
