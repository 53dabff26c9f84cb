import {
  reportConnected,
  reportDelayed,
  reportDisconnected,
  reportOutdated,
} from '#client/live/connection.ts'
import { dispatchEvent } from '#client/live/eventBus.ts'
import { closeSocket, getSocket, onTabResume, retryDelay } from '#client/live/socketManager.ts'
import { storedToken } from '#client/session/session.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE, type AgoraHandshake, type AgoraRejection } from '#protocol/events.ts'

/**
 * Subscribes to agora events, signed in or not. Calls `resync` after a possible gap. Returns the
 * unsubscribe function, which closes a visitor's connection.
 */
export function openAgoraSocket(resync: () => void): () => void {
  const socket = getSocket(AGORA_NAMESPACE)
  socket.auth = { protocol: PROTOCOL_VERSION } satisfies AgoraHandshake
  let retry: ReturnType<typeof setTimeout> | undefined

  /** Socket.IO does not reconnect by itself after the server has disconnected or refused. */
  function retryAfter(milliseconds: number) {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), milliseconds)
  }

  // A member's main socket reports the connection state.
  const isVisitor = () => storedToken() === null

  socket.on('connect', () => {
    if (isVisitor()) reportConnected()
    resync()
  })
  socket.on('disconnect', () => {
    if (isVisitor()) reportDisconnected()
    // The server closes the connection that both namespaces of a member share.
    if (!socket.active) retryAfter(retryDelay(undefined))
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) {
      if (isVisitor()) reportDisconnected()
      return
    }
    // The server would soon close a connection without an accepted namespace.
    socket.disconnect()
    if ((message as AgoraRejection) === 'outdated') reportOutdated()
    else retryAfter(retryDelay('crowded'))
  })
  socket.onAny(dispatchEvent)
  socket.on('news:delayed', ({ isDelayed }) => reportDelayed(isDelayed))
  socket.on('sync:needed', resync)
  socket.on('socket:ended', ({ reason }) => {
    // Disconnect before the server does; otherwise the library would reconnect at once.
    socket.disconnect()
    retryAfter(retryDelay(reason))
  })
  const stopWatching = onTabResume(resync)
  socket.connect()

  return () => {
    clearTimeout(retry)
    stopWatching()
    closeSocket(socket)
    if (isVisitor()) reportConnected()
  }
}
