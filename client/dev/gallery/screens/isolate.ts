import type { FrameAddress } from '../address.ts'
import { screenAt } from './screens.ts'

/**
 * Cuts a frame off from the developer's own session, whose origin it shares: storage of its own, no other tabs, no
 * live connection. Call it before any module of the app is loaded.
 */
export function isolate({ name, state, mode, language }: FrameAddress): void {
  const isMember = screenAt(name) !== undefined && screenAt(name)?.as !== 'visitor'
  replace('sessionStorage', memory(isMember ? { authToken: 'gallery' } : {}))
  replace('localStorage', memory({ language, ...(mode === 'dark' && { color_mode: 'true' }) }))
  replace('BroadcastChannel', undefined)
  replace('WebSocket', Silence)
  if (state === 'offline') Object.defineProperty(navigator, 'onLine', { value: false })
  document.body.classList.toggle('dark_mode', mode === 'dark')
}

function replace(name: string, value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true })
}

function memory(items: Record<string, string>): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map(Object.entries(items))
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  }
}

/** A websocket that never opens. */
class Silence extends EventTarget {
  readonly readyState = 0
  close() {}
  send() {}
}
