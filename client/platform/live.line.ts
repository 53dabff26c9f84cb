import { io, type Socket } from 'socket.io-client'
import type {
  ClientEvents,
  Handshake,
  HandshakeRefusal,
  ServerEventName,
  ServerEventPayload,
  ServerEvents,
} from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { tellBroken, tellConnected, tellOutdated } from './connection.ts'
import { noneHeard, withMembership } from './memberships.reducer.ts'
import { followOpened } from './opened.ts'
import { endSession, storedToken } from './session.ts'
import { lendVoice, tellEvent, tellResync } from './socket.ts'
import { followUnread } from './unread.live.ts'

/** Short and spread out: every screen is right again within seconds, and a restarted server is not stormed. */
const RETRY_AFTER_MS = 200
const RETRY_AFTER_AT_MOST_MS = 2_000
const RETRY_SPREAD = 0.5

/** Opens the one line of this tab and keeps it until it is closed. Returns how to close it. */
export function openLine(): () => void {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    transports: ['websocket'],
    // A function: each attempt shows the token of that moment.
    auth: show => show({ token: storedToken() ?? '', protocol: PROTOCOL_VERSION } satisfies Handshake),
    reconnectionDelay: RETRY_AFTER_MS,
    reconnectionDelayMax: RETRY_AFTER_AT_MOST_MS,
    randomizationFactor: RETRY_SPREAD,
  })
  let retry: ReturnType<typeof setTimeout> | undefined

  /** After a server's no the library tries no more by itself. */
  function retrySoon() {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), RETRY_AFTER_AT_MOST_MS * Math.random())
  }

  socket.on('connect', () => {
    tellConnected()
    tellResync()
  })
  socket.on('disconnect', reason => {
    if (reason === 'io client disconnect') return
    tellBroken()
    if (!socket.active) retrySoon()
  })
  socket.on('connect_error', ({ message }) => {
    const refusal = socket.active ? null : (message as HandshakeRefusal)
    if (refusal === 'not-signed-in') return endSession()
    if (refusal === 'outdated') return tellOutdated()
    tellBroken()
    if (refusal !== null) retrySoon()
  })
  let memberships = noneHeard
  socket.onAny((name: ServerEventName, payload: ServerEventPayload<ServerEventName>) => {
    const heard = withMembership(memberships, name, payload)
    if (heard === null) return
    memberships = heard
    tellEvent(name, payload)
  })
  socket.on('session:ended', endSession)
  socket.on('sync:needed', tellResync)

  const stopSpeaking = lendVoice((name, payload) => {
    // Not kept for later: after a break everybody says anew what then is so.
    if (socket.connected) socket.emit(name, ...([payload] as Parameters<ClientEvents[typeof name]>))
  })
  const stopWatching = watchTab(tellResync)
  const stopUnread = followUnread()
  const stopOpened = followOpened()

  return () => {
    clearTimeout(retry)
    stopSpeaking()
    stopWatching()
    stopUnread()
    stopOpened()
    socket.disconnect()
    tellConnected()
  }
}

/** Tells when the tab is looked at again, or the network is back. */
function watchTab(tell: () => void): () => void {
  const tellWhenVisible = () => document.visibilityState === 'visible' && tell()
  document.addEventListener('visibilitychange', tellWhenVisible)
  window.addEventListener('online', tell)
  return () => {
    document.removeEventListener('visibilitychange', tellWhenVisible)
    window.removeEventListener('online', tell)
  }
}
