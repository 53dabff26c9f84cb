import { expect, test } from 'vitest'
import { COMMENT_EDIT_MS, COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE } from '#protocol/limits.ts'
import { countToTell, isStillEditable } from './comments.rules.ts'

const postedAt = new Date('2026-03-04T05:06:07Z')
const after = (passedMs: number) => new Date(postedAt.getTime() + passedMs)

test('a comment can be changed for five minutes', () => {
  expect(isStillEditable({ postedAt }, after(0))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS + 1))).toBe(false)
})

test('as many comments are told at once as lead back to one, within bounds', () => {
  const newestFirst = Array.from({ length: 500 }, (_, index) => ({ commentNo: 500 - index }))
  expect(countToTell(newestFirst)).toBe(COMMENTS_AT_ONCE)
  expect(countToTell(newestFirst, 490)).toBe(COMMENTS_AT_ONCE)
  expect(countToTell(newestFirst, 401)).toBe(100)
  expect(countToTell(newestFirst, 1)).toBe(COMMENTS_BACK_AT_ONCE)
})
