import { beforeEach, expect, test, vi } from 'vitest'
import { type Draft, isUnkept, keepDraft, replaceLeftDraft } from './note.drafts.ts'

/** What the device has, and how to end its writes, which wait for that. */
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
const draft = (text: string, keptAt: number): Draft => ({
  title: '회의록',
  text,
  version: 4,
  requestKey: 'key',
  keptAt,
})

test('what is written on while the device keeps what was before stays in the page, where there is no room for it', async () => {
  const first = keepDraft(subject, draft('하나', 1))
  const second = keepDraft(subject, draft('하나 둘', 2))
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  writes[1]?.end(false)
  expect(await second).toBe(false)
  writes[0]?.end(true)
  expect(await first).toBe(true)
  expect(isUnkept(subject)).toBe(true)
})

test('what is written on while a draft was sent is not taken from the device', async () => {
  device.set(KEY, draft('하나 둘', 2))
  const replacing = replaceLeftDraft({ ...draft('하나', 1), subject }, null)
  await vi.waitFor(() => expect(writes).toHaveLength(1))
  writes[0]?.end(true)
  await replacing
  expect(device.get(KEY)).toMatchObject({ text: '하나 둘' })

  const again = replaceLeftDraft({ ...draft('하나 둘', 2), subject }, null)
  await vi.waitFor(() => expect(writes).toHaveLength(2))
  writes[1]?.end(true)
  await again
  expect(device.has(KEY)).toBe(false)
})
