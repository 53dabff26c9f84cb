import { getDefaultStore } from 'jotai'
import { notifyOnline } from '#client/platform/browser/backOnline.ts'
import { authAtom, endSession, storedToken } from '#client/session/session.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import type {
  ClientEvents,
  EventReply,
  Handshake,
  HandshakeRejection,
  ServerEventName,
  ServerEventPayload,
} from '#protocol/events.ts'
import {
  reportConnected,
  reportCrowded,
  reportDelayed,
  reportDisconnected,
  reportOutdated,
} from './connection.ts'
import { subscribeToNotificationCount, subscribeToReportCount } from './counts.ts'
import { attachEmitter, dispatchEvent, dispatchResync, NotConnectedError } from './eventBus.ts'
import { noMemberships, withMembership } from './memberships.reducer.ts'
import { subscribeToOpenedNotes, subscribeToReadThreads } from './seen.ts'
import { closeSocket, getSocket, onTabResume, retryDelay } from './socketManager.ts'
import { subscribeToUnread } from './unread.sync.ts'

/** In milliseconds. */
const REPLY_MS = 10_000

/** Opens the socket of a signed-in user. Returns the close function. */
export function openMemberSocket(): () => void {
  const socket = getSocket('/')
  // A function, so that each attempt sends the current token.
  socket.auth = show => {
    const { epoch } = getDefaultStore().get(authAtom)
    const handshake: Handshake = { token: storedToken() ?? '', protocol: PROTOCOL_VERSION }
    show(epoch === '' ? handshake : { ...handshake, epoch })
  }
  let retry: ReturnType<typeof setTimeout> | undefined

  /** Socket.IO does not reconnect after a rejection by the server. */
  function retryAfter(milliseconds: number) {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), milliseconds)
  }

  function handleRejection(rejection: HandshakeRejection) {
    switch (rejection) {
      case 'not-signed-in':
      // After the next sign-in the client drops its cached data, because a backup was restored.
      case 'restored':
        return endSession()
      case 'outdated':
        return reportOutdated()
      case 'password-change-needed':
      case 'unavailable':
        reportDisconnected()
        return retryAfter(retryDelay(undefined))
      case 'crowded':
        reportCrowded()
        return retryAfter(retryDelay(rejection))
      case 'flooding':
        reportDisconnected()
        return retryAfter(retryDelay(rejection))
    }
  }

  socket.on('connect', () => {
    reportConnected()
    notifyOnline()
    dispatchResync()
  })
  socket.on('disconnect', () => {
    reportDisconnected()
    if (!socket.active) retryAfter(retryDelay(undefined))
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return reportDisconnected()
    // The server closes unauthenticated connections soon.
    socket.disconnect()
    handleRejection(message as HandshakeRejection)
  })
  let memberships = noMemberships
  socket.onAny((name: ServerEventName, payload: ServerEventPayload<ServerEventName>) => {
    const received = withMembership(memberships, name, payload)
    if (received === null) return
    memberships = received
    dispatchEvent(name, payload)
  })
  socket.on('session:ended', endSession)
  socket.on('socket:ended', ({ reason }) => {
    // Disconnect before the server does, or Socket.IO would reconnect at once.
    socket.disconnect()
    handleRejection(reason)
  })
  socket.on('news:delayed', ({ isDelayed }) => reportDelayed(isDelayed))
  socket.on('sync:needed', dispatchResync)

  // Not buffered: after a reconnect every screen reports its current state.
  const detachEmitter = attachEmitter({
    emit(name, payload) {
      if (socket.connected)
        socket.emit(name, ...([payload] as unknown as Parameters<ClientEvents[typeof name]>))
    },
    async request(name, payload) {
      if (!socket.connected) throw new NotConnectedError()
      const emitWithAck = socket.timeout(REPLY_MS).emitWithAck as (...event: unknown[]) => Promise<unknown>
      return (await emitWithAck.call(socket, name, payload)) as EventReply<typeof name>
    },
  })
  const stopWatchingTab = onTabResume(dispatchResync)
  const stopUnread = subscribeToUnread()
  const stopNotifications = subscribeToNotificationCount()
  const stopOpened = subscribeToOpenedNotes()
  const stopReadThreads = subscribeToReadThreads()
  const stopReports = subscribeToReportCount()
  socket.connect()

  return () => {
    clearTimeout(retry)
    detachEmitter()
    stopWatchingTab()
    stopUnread()
    stopNotifications()
    stopOpened()
    stopReadThreads()
    stopReports()
    closeSocket(socket)
    reportConnected()
  }
}
