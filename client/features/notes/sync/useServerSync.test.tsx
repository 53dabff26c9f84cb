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

let reply: (response: Response) => void
let shown: string[]
let savedContent: object
let unmount: () => Promise<void>

/** An editor of note 7, of which another device has saved version 2. The test replies to the request for it. */
async function openAndRead(): Promise<void> {
  const replyUnlessAborted = (_: unknown, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      reply = resolve
    })
  vi.stubGlobal('fetch', vi.fn(replyUnlessAborted))
  shown = []
  savedContent = {}
  const state = { noteNo: 7, isSaving: false, message: null, status: { kind: 'synced' }, isGone: false }
  const editor = {
    state: () => ({ ...state, savedContent }),
    reportGone: () => shown.push('gone'),
    clearMessage: () => shown.push('there'),
    document: { receiveSaved: () => shown.push('saved') },
  } as unknown as Editor
  const root = createRoot(document.createElement('div'))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Screen editor={editor} />
      </QueryClientProvider>,
    ),
  )
  dispatchEvent('note:saved', { noteNo: 7, noteVersion: 2 })
  expect(fetch).toHaveBeenCalledOnce()
}

/** Returns once the editor has read the reply, or an abort has ended the request. */
async function replyWithNote(): Promise<void> {
  const note = { noteNo: 7, title: '제목', text: '', lastUpdate: '2026-03-04T05:06:07.000Z' }
  const response = Response.json(note)
  reply(response)
  const { signal } = vi.mocked(fetch).mock.lastCall?.[1] ?? {}
  await vi.waitUntil(() => response.bodyUsed || signal?.aborted)
}

/** Of a later save elsewhere. What an earlier reply does is done when this one has been read. */
async function readAgain(): Promise<void> {
  dispatchEvent('note:saved', { noteNo: 7, noteVersion: 3 })
  await replyWithNote()
  await vi.waitUntil(() => shown.at(-1) === 'saved')
}

test('a note that was saved elsewhere is read', async () => {
  await openAndRead()
  await replyWithNote()
  await vi.waitUntil(() => shown.length > 0)
  expect(shown).toEqual(['saved'])
  await unmount()
})

test('a note that is deleted while it is read after a save is reported as deleted', async () => {
  await openAndRead()
  dispatchEvent('note:deleted', { noteNo: 7 })
  await replyWithNote()
  await readAgain()
  expect(shown).toEqual(['gone', 'saved'])
  await unmount()
})

test('a reply that arrives after a later save of this editor does not replace what it has saved', async () => {
  await openAndRead()
  savedContent = {}
  await replyWithNote()
  await readAgain()
  expect(shown).toEqual(['saved'])
  await unmount()
})
