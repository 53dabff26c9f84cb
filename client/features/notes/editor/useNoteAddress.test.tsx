// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditorState } from '#client/features/notes/sync/editor.ts'
import { paths } from '#client/paths.ts'
import { useNoteAddress } from './useNoteAddress.ts'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

function Screen({ editor }: { editor: Parameters<typeof useNoteAddress>[0] }) {
  useNoteAddress(editor)
  return null
}

/** Mounts the hook for a new note. Returns the function that changes the state of its editor. */
async function mount() {
  const empty = { title: '', text: '' }
  let state = {
    ...{ noteNo: null, topicNo: 3, documentId: 'one', content: empty, savedContent: empty },
  } as unknown as EditorState
  const listeners = new Set<() => void>()
  const editor = {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  await act(async () => createRoot(document.createElement('div')).render(<Screen editor={editor} />))
  return (change: Partial<EditorState>) =>
    act(async () => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    })
}

const address = () => location.pathname + location.search

test('the URL is that of the document, and of the note once it has a number', async () => {
  const change = await mount()
  expect(address()).toBe(paths.createNote(3))
  await change({ content: { title: '', text: '첫 글' } })
  expect(address()).toBe(paths.draft(3, 'one'))
  await change({ noteNo: 9 })
  expect(address()).toBe(paths.updateNote(9))
})

test('the URL of the next screen stays when the note gets its number meanwhile', async () => {
  const change = await mount()
  history.replaceState(null, '', paths.notes(3))
  await change({ noteNo: 9 })
  expect(address()).toBe(paths.notes(3))
})
