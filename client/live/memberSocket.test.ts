import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionStateAtom, reportConnected } from './connection.ts'
import { openMemberSocket } from './memberSocket.ts'
import { RETRY_DELAY_MAX_MS } from './socketManager.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (payload?: object) => void>()
  return {
    active: false,
    connect: vi.fn(),
    disconnect: vi.fn(),
    on: (name: string, handler: (payload?: object) => void) => handlers.set(name, handler),
    onAny: () => undefined,
    emitFromServer: (name: string, payload?: object) => handlers.get(name)?.(payload),
  }
})
vi.mock(import('./socketManager.ts'), async importOriginal => {
  const parts = { getSocket: () => socket, closeSocket: () => undefined, onTabResume: () => () => undefined }
  return { ...(await importOriginal()), ...(parts as object) }
})

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  socket.connect.mockClear()
  socket.disconnect.mockClear()
  reportConnected()
})

test('retries an unavailable server soon', () => {
  const close = openMemberSocket()
  socket.emitFromServer('connect_error', { message: 'unavailable' })
  vi.advanceTimersByTime(RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})

test.each([
  ['connect_error', { message: 'crowded' }, 'crowded'],
  ['connect_error', { message: 'flooding' }, 'reconnecting'],
  ['socket:ended', { reason: 'flooding' }, 'reconnecting'],
])('disconnects after %s with %o and waits long before the next attempt', (name, payload, state) => {
  const close = openMemberSocket()
  socket.emitFromServer(name, payload)
  expect(socket.disconnect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5 * RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  expect(getDefaultStore().get(connectionStateAtom)).toBe(state)
  vi.advanceTimersByTime(10 * RETRY_DELAY_MAX_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})
