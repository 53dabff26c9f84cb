import { beforeEach, expect, test, vi } from 'vitest'
import { withDraft } from '#client/features/notes/editor/note.start.ts'
import { newEditorState } from './editor.reducer.ts'
import {
  createDraft,
  type Draft,
  getDraftName,
  isOnlyInMemory,
  replaceDraft,
  saveDraft,
} from './note.drafts.ts'

test.each([
  ['## **장보기** 목록\n\n우유', '장보기 목록'],
  ['---\n\n- 우유', '우유'],
  ['  \n첫 줄', '첫 줄'],
  ['***', ''],
])('names an untitled draft by its first words without Markdown: %s', (text, name) => {
  expect(getDraftName({ title: '', text })).toBe(name)
  expect(getDraftName({ title: ' ## 제목 ', text })).toBe('## 제목')
})

const base = { title: '장보기', text: '우유' }
const openState = newEditorState({ noteNo: 12, version: 4, savedContent: base, savedVersion: 4, savedAt: 1 })
const content = { ...base, text: '우유, 빵' }
const queuedDraft = createDraft({ ...openState, content, saveRequestedAt: 2 }, 3)
const conflictedDraft = { ...queuedDraft, trouble: { kind: 'conflict' as const } }
const startWithServerContent = (savedContent: typeof base) => ({
  state: newEditorState({ ...openState, savedContent, version: 6, savedVersion: 6 }),
  draft: null,
  unfinished: [],
  isDraftInOtherTab: false,
})

test('applies a draft to a note that was restored unchanged from the trash', () => {
  for (const draft of [queuedDraft, conflictedDraft]) {
    const { state } = withDraft(startWithServerContent(base), draft)
    expect(state).toMatchObject({ version: 6, conflict: null, content: { text: '우유, 빵' } })
    expect(createDraft(state, 4).base).toEqual(base)
  }
})

test('keeps the conflict with a version that was saved elsewhere', () => {
  const { state } = withDraft(startWithServerContent({ ...base, text: '사과' }), conflictedDraft)
  expect(state).toMatchObject({ version: 4, conflict: { text: '사과', version: 6 } })
})

/** Stored drafts, and the pending writes, which tests complete or fail. */
const { device, writes } = vi.hoisted(() => ({
  device: new Map<string, unknown>(),
  writes: [] as { end: (isDone: boolean) => void }[],
}))

vi.mock('idb-keyval', async importActual => ({
  ...(await importActual<typeof import('idb-keyval')>()),
  promisifyRequest: () =>
    new Promise<void>((resolve, reject) =>
      writes.push({ end: isDone => (isDone ? resolve() : reject(new Error('no room'))) }),
    ),
}))

vi.mock('#client/platform/browser/deviceStore.ts', () => {
  const store = {
    transaction: { commit: () => undefined },
    put: (draft: unknown, key: string) => device.set(key, draft),
    delete: (key: string) => device.delete(key),
    get(key: string) {
      const request = { result: device.get(key), onsuccess: () => undefined }
      queueMicrotask(() => request.onsuccess())
      return request
    },
  }
  return {
    createDeviceStore: () => async (_mode: string, work: (at: typeof store) => unknown) => work(store),
    onStoreRecovered: () => undefined,
  }
})

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  device.clear()
  writes.length = 0
})

const subject = { userNo: 7, noteNo: 12, requestKey: 'key' }
const KEY = '7/note/12/key'
const draft = (text: string, keptAt: number): Draft => {
  return { title: '회의록', text, version: 4, requestKey: 'key', keptAt }
}

test('keeps a newer draft in memory if its write fails while an older write succeeds', async () => {
  const first = saveDraft(subject, draft('하나', 1))
  const second = saveDraft(subject, draft('하나 둘', 2))
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  writes[1]?.end(false)
  expect(await second).toBe(false)
  writes[0]?.end(true)
  expect(await first).toBe(true)
  expect(isOnlyInMemory(subject)).toBe(true)
})

test('does not delete a draft that has changed since it was sent', async () => {
  device.set(KEY, draft('하나 둘', 2))
  const deleteSent = async (sent: Draft) => {
    writes.length = 0
    const replacement = replaceDraft({ ...sent, subject }, null)
    await vi.waitFor(() => expect(writes).toHaveLength(1))
    writes[0]?.end(true)
    await replacement
  }
  await deleteSent(draft('하나', 1))
  expect(device.get(KEY)).toMatchObject({ text: '하나 둘' })
  await deleteSent(draft('하나 둘', 2))
  expect(device.has(KEY)).toBe(false)
})
