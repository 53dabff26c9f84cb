import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { Auth } from '#client/session/session.ts'
import { placeholderHeader } from './note.placeholder.ts'

const me = { userNo: 7, username: '하은' } as Auth
const cache = new QueryClient()
beforeEach(() => cache.clear())

test('returns nothing for a note that no cached list contains', () => {
  expect(placeholderHeader(cache, 1, null, me)).toBeUndefined()
  expect(placeholderHeader(cache, 1, 4, me)).toBeUndefined()
})

test('takes the header of an own note from a topic’s list, without a picture', () => {
  const note = { noteNo: 1, title: '회의록', lastUpdate: '2026-01-01T00:00:00Z', length: 3, sharedCount: 0 }
  cache.setQueryData(noteKeys.page(2, 1, 'changed'), { subjectTitle: '회의', notes: [note] })
  const header = placeholderHeader(cache, 1, null, me)
  expect(header).toMatchObject({ title: '회의록', subjectTitle: '회의', author: '하은', authorNo: 7 })
  expect(header?.profPic).toBeUndefined()
  expect(placeholderHeader(cache, 2, null, me)).toBeUndefined()
})

test('takes the header of a note opened in a room from that room’s list', () => {
  const note = { noteNo: 1, articleTitle: '회의록', author: '민호', authorNo: 3, profPic: '' }
  cache.setQueryData(['discussion', 4, 1], { notes: [note] })
  expect(placeholderHeader(cache, 1, 4, me)).toMatchObject({ title: '회의록', author: '민호', profPic: '' })
  expect(placeholderHeader(cache, 1, 5, me)).toBeUndefined()
})
