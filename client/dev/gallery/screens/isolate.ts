import type { FrameAddress } from '../address.ts'
import { findScreen } from './screens.ts'

/**
 * Isolates a frame from the developer's session on the same origin: own storage, no other tabs, no live
 * connection. Call it before any module of the app loads.
 */
export function isolate({ name, state, mode, language }: FrameAddress): void {
  const isMember = findScreen(name) !== undefined && findScreen(name)?.as !== 'visitor'
  overrideGlobal('sessionStorage', createMemoryStorage(isMember ? { authToken: 'gallery' } : {}))
  overrideGlobal(
    'localStorage',
    createMemoryStorage({ language, ...(mode === 'dark' && { color_mode: 'true' }) }),
  )
  overrideGlobal('BroadcastChannel', undefined)
  overrideGlobal('WebSocket', SilentWebSocket)
  if (state === 'offline') Object.defineProperty(navigator, 'onLine', { value: false })
  document.body.classList.toggle('dark_mode', mode === 'dark')
}

function overrideGlobal(name: string, value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true })
}

function createMemoryStorage(
  items: Record<string, string>,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const entries = new Map(Object.entries(items))
  return {
    getItem: key => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: key => void entries.delete(key),
  }
}

/** A WebSocket that never opens. */
class SilentWebSocket extends EventTarget {
  readonly readyState = 0
  close() {}
  send() {}
}
