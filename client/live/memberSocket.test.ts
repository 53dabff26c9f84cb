import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectionStateAtom, reportConnected } from './connection.ts'
import { openMemberSocket } from './memberSocket.ts'
import { RETRY_AFTER_AT_MOST_MS } from './socketManager.ts'

const socket = vi.hoisted(() => {
  const handlers = new Map<string, (said?: object) => void>()
  return {
    active: false,
    connect: vi.fn(),
    disconnect: vi.fn(),
    on: (name: string, handler: (said?: object) => void) => handlers.set(name, handler),
    onAny: () => undefined,
    tell: (name: string, said?: object) => handlers.get(name)?.(said),
  }
})
vi.mock(import('./socketManager.ts'), async importOriginal => {
  const parts = { socketAt: () => socket, leave: () => undefined, watchTab: () => () => undefined }
  return { ...(await importOriginal()), ...(parts as object) }
})

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers()
  socket.connect.mockClear()
  socket.disconnect.mockClear()
  reportConnected()
})

test('a server that is not available is asked again soon', () => {
  const close = openMemberSocket()
  socket.tell('connect_error', { message: 'unavailable' })
  vi.advanceTimersByTime(RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})

test.each([
  ['connect_error', { message: 'crowded' }, 'crowded'],
  ['connect_error', { message: 'flooding' }, 'reconnecting'],
  ['socket:ended', { reason: 'flooding' }, 'reconnecting'],
])('after %s with %o the connection is given up and tried again much later', (name, said, state) => {
  const close = openMemberSocket()
  socket.tell(name, said)
  expect(socket.disconnect).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5 * RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(1)
  expect(getDefaultStore().get(connectionStateAtom)).toBe(state)
  vi.advanceTimersByTime(10 * RETRY_AFTER_AT_MOST_MS)
  expect(socket.connect).toHaveBeenCalledTimes(2)
  close()
})
