import {
  reportConnected,
  reportDelayed,
  reportDisconnected,
  reportOutdated,
} from '#client/live/connection.ts'
import { dispatchEvent } from '#client/live/eventBus.ts'
import { leave, socketAt, waitAfter, watchTab } from '#client/live/socketManager.ts'
import { storedToken } from '#client/session/session.ts'
import { AGORA_NAMESPACE, type AgoraHandshake, type AgoraRejection } from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'

/**
 * Hears what happens in the agora, signed in or not. `resync` is called when events may have been missed. Returns how
 * to stop, which closes a visitor's connection.
 */
export function openAgoraSocket(resync: () => void): () => void {
  const socket = socketAt(AGORA_NAMESPACE)
  socket.auth = { protocol: PROTOCOL_VERSION } satisfies AgoraHandshake
  let retry: ReturnType<typeof setTimeout> | undefined

  /** After a server's no the library tries no more by itself. */
  function retryAfter(milliseconds: number) {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), milliseconds)
  }

  // A member's own socket reports how the connection is.
  const isVisitor = () => storedToken() === null

  socket.on('connect', () => {
    if (isVisitor()) reportConnected()
    resync()
  })
  socket.on('disconnect', () => {
    if (isVisitor()) reportDisconnected()
    // With the member's socket the server ends the connection that both namespaces share.
    if (!socket.active) retryAfter(waitAfter(undefined))
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) {
      if (isVisitor()) reportDisconnected()
      return
    }
    // The server would soon close a connection over which nobody came in.
    socket.disconnect()
    if ((message as AgoraRejection) === 'outdated') reportOutdated()
    else retryAfter(waitAfter('crowded'))
  })
  socket.onAny(dispatchEvent)
  socket.on('news:delayed', ({ isDelayed }) => reportDelayed(isDelayed))
  socket.on('sync:needed', resync)
  socket.on('socket:ended', ({ reason }) => {
    // Before the server does, after which the library would come again at once.
    socket.disconnect()
    retryAfter(waitAfter(reason))
  })
  const stopWatching = watchTab(resync)
  socket.connect()

  return () => {
    clearTimeout(retry)
    stopWatching()
    leave(socket)
    if (isVisitor()) reportConnected()
  }
}
