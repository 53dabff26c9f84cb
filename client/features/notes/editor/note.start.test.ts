import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { encodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { editorStartQuery } from './note.start.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the cached note opens if the server does not say in time what a save has changed', async () => {
  const fetched = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', fetched)
  const cache = new QueryClient()
  const { queryKey } = noteQuery(7)
  const note = {
    noteNo: 7,
    subjectNo: 3,
    subjectTitle: '주제',
    title: '회의록',
    text: encodeText('오늘 이야기'),
  }
  cache.setQueryData(queryKey, { ...note, lastUpdate: '2026-03-04T05:06:07.000Z' } as NoteView)
  await cache.invalidateQueries({ queryKey })
  const start = cache.fetchQuery(editorStartQuery({ userNo: 1, noteNo: 7 }, 'first'))
  await vi.waitUntil(() => fetched.mock.calls.length > 0)
  const hasOpened = start.then(() => true)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await Promise.race([hasOpened, false])).toBe(true)
  expect(await start).toMatchObject({ note: { savedContent: { title: '회의록', text: '오늘 이야기' } } })
})

test('a draft on the server opens also if its topic was deleted', async () => {
  const reply = { success: false, code: 'notFound', message: '없는 주제' }
  vi.stubGlobal('fetch', async () => Response.json(reply, { status: 404 }))
  const subject = { userNo: 1, topicNo: 3, documentId: '0b8f7d0e-6f0b-4a7e-9d43-3a3f1c2b4d5e' }
  const start = await new QueryClient().fetchQuery(editorStartQuery(subject, 'first'))
  expect(start).toMatchObject({ note: { documentId: subject.documentId, noteNo: null } })
})
