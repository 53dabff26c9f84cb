import { expect, test } from 'vitest'
import { COMMENT_EDIT_MS } from '#protocol/limits.ts'
import { isStillEditable } from './comments.rules.ts'

const postedAt = new Date('2026-03-04T05:06:07Z')
const after = (passedMs: number) => new Date(postedAt.getTime() + passedMs)

test('a comment can be changed for five minutes', () => {
  expect(isStillEditable({ postedAt }, after(0))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS))).toBe(true)
  expect(isStillEditable({ postedAt }, after(COMMENT_EDIT_MS + 1))).toBe(false)
})
