// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dispatchEvent } from '#client/live/eventBus.ts'
import type { Editor } from './editor.ts'
import { useRemoteChanges } from './useServerSync.ts'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

function Screen({ editor }: { editor: Editor }) {
  useRemoteChanges(editor)
  return null
}

test('a note that is deleted while it is read after a save is reported as deleted', async () => {
  let reply = (_: Response) => {}
  const replyUnlessAborted = (_: unknown, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      reply = resolve
    })
  vi.stubGlobal('fetch', vi.fn(replyUnlessAborted))
  const shown: string[] = []
  const editor = {
    state: () => ({ noteNo: 7, isSaving: false, message: null, status: { kind: 'synced' }, isGone: false }),
    reportGone: () => shown.push('gone'),
    clearMessage: () => shown.push('there'),
    document: { receiveSaved: () => shown.push('saved') },
  } as unknown as Editor
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Screen editor={editor} />
      </QueryClientProvider>,
    ),
  )
  dispatchEvent('note:saved', { noteNo: 7, noteVersion: 2 })
  expect(fetch).toHaveBeenCalledOnce()
  dispatchEvent('note:deleted', { noteNo: 7 })
  reply(Response.json({ noteNo: 7, title: '제목', text: '', lastUpdate: '2026-03-04T05:06:07.000Z' }))
  await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(shown).toEqual(['gone'])
  await act(async () => root.unmount())
})
