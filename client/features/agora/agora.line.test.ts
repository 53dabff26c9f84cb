import { expect, test, vi } from 'vitest'
import { RETRY_AFTER_AT_MOST_MS } from '#client/platform/line.ts'
import { openAgoraLine } from './agora.line.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, () => void>()
  return {
    active: true,
    connect: vi.fn(),
    on: (name: string, handler: () => void) => handlers.set(name, handler),
    onAny: () => undefined,
    tell: (name: string) => handlers.get(name)?.(),
  }
})
vi.mock(import('#client/platform/line.ts'), async importOriginal => {
  const parts = { socketAt: () => socket, leave: () => undefined, watchTab: () => () => undefined }
  return { ...(await importOriginal()), ...(parts as object) }
})

test('a member whose connection the server ends comes to the agora again', () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  const close = openAgoraLine(() => undefined)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  socket.tell('disconnect')
  vi.advanceTimersByTime(RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)

  socket.active = false
  socket.tell('disconnect')
  vi.advanceTimersByTime(RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)

  socket.tell('disconnect')
  close()
  vi.advanceTimersByTime(RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})
