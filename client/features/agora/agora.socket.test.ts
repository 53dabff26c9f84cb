import { beforeEach, expect, test, vi } from 'vitest'
import { RETRY_DELAY_MAX_MS } from '#client/live/socketManager.ts'
import { openAgoraSocket } from './agora.socket.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (payload?: object) => void>()
  return {
    active: true,
    connect: vi.fn(),
    disconnect: vi.fn(),
    on: (name: string, handler: (payload?: object) => void) => handlers.set(name, handler),
    onAny: () => undefined,
    emit: (name: string, payload?: object) => handlers.get(name)?.(payload),
  }
})
vi.mock(import('#client/live/socketManager.ts'), async importOriginal => {
  const mocks = { getSocket: () => socket, closeSocket: () => undefined, onTabResume: () => () => undefined }
  return { ...(await importOriginal()), ...(mocks as object) }
})

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  socket.active = true
  socket.connect.mockClear()
  socket.disconnect.mockClear()
})

test('reconnects a member after the server has closed the connection', () => {
  const close = openAgoraSocket(() => undefined)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  socket.emit('disconnect')
  vi.advanceTimersByTime(RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)

  socket.active = false
  socket.emit('disconnect')
  vi.advanceTimersByTime(RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)

  socket.emit('disconnect')
  close()
  vi.advanceTimersByTime(RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})

test.each([
  ['connect_error', { message: 'crowded' }],
  ['socket:ended', { reason: 'flooding' }],
])('disconnects after %s with %o and retries much later', (name, payload) => {
  const close = openAgoraSocket(() => undefined)
  socket.active = false
  socket.emit(name, payload)
  expect(socket.disconnect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5 * RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(10 * RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})
