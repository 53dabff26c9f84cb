import { tellBroken, tellConnected, tellOutdated } from '#client/platform/connection.ts'
import { leave, socketAt, watchTab } from '#client/platform/line.ts'
import { storedToken } from '#client/platform/session.ts'
import { tellEvent } from '#client/platform/socket.ts'
import { AGORA_DOOR, type AgoraHandshake, type AgoraRefusal } from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'

/** When too many look from the same address, in milliseconds. */
const TRY_AGAIN_AFTER_MS = 15_000

/**
 * Hears what happens in the agora, signed in or not. `resync` is called when events may have been missed. Returns how
 * to stop, which closes a visitor's connection.
 */
export function openAgoraLine(resync: () => void): () => void {
  const socket = socketAt(AGORA_DOOR)
  socket.auth = { protocol: PROTOCOL_VERSION } satisfies AgoraHandshake
  let retry: ReturnType<typeof setTimeout> | undefined
  // A member's own line tells how the connection stands.
  const isVisitor = () => storedToken() === null

  socket.on('connect', () => {
    if (isVisitor()) tellConnected()
    resync()
  })
  socket.on('disconnect', () => {
    if (isVisitor()) tellBroken()
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) {
      if (isVisitor()) tellBroken()
    } else if ((message as AgoraRefusal) === 'outdated') tellOutdated()
    else retry = setTimeout(() => socket.connect(), TRY_AGAIN_AFTER_MS)
  })
  socket.onAny(tellEvent)
  socket.on('sync:needed', resync)
  const stopWatching = watchTab(resync)
  socket.connect()

  return () => {
    clearTimeout(retry)
    stopWatching()
    leave(socket)
    if (isVisitor()) tellConnected()
  }
}
