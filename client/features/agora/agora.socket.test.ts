import { beforeEach, expect, test, vi } from 'vitest'
import { RETRY_AFTER_AT_MOST_MS } from '#client/live/socketManager.ts'
import { openAgoraSocket } from './agora.socket.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (said?: object) => void>()
  return {
    active: true,
    connect: vi.fn(),
    disconnect: vi.fn(),
    on: (name: string, handler: (said?: object) => void) => handlers.set(name, handler),
    onAny: () => undefined,
    tell: (name: string, said?: object) => handlers.get(name)?.(said),
  }
})
vi.mock(import('#client/live/socketManager.ts'), async importOriginal => {
  const parts = { socketAt: () => socket, leave: () => undefined, watchTab: () => () => undefined }
  return { ...(await importOriginal()), ...(parts as object) }
})

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  socket.active = true
  socket.connect.mockClear()
  socket.disconnect.mockClear()
})

test('a member whose connection the server ends comes to the agora again', () => {
  const close = openAgoraSocket(() => undefined)
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

test.each([
  ['connect_error', { message: 'crowded' }],
  ['socket:ended', { reason: 'flooding' }],
])('after %s with %o the connection is given up and tried again much later', (name, said) => {
  const close = openAgoraSocket(() => undefined)
  socket.active = false
  socket.tell(name, said)
  expect(socket.disconnect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5 * RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10 * RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})
