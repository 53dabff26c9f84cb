import { getDefaultStore } from 'jotai'
import { announceOnline } from '#client/platform/browser/backOnline.ts'
import { authAtom, endSession, storedToken } from '#client/session/session.ts'
import type {
  ClientEvents,
  Handshake,
  HandshakeRejection,
  ServerEventName,
  ServerEventPayload,
} from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import {
  reportConnected,
  reportCrowded,
  reportDelayed,
  reportDisconnected,
  reportOutdated,
} from './connection.ts'
import { attachEmitter, dispatchEvent, dispatchResync } from './eventBus.ts'
import { noneReceived, withMembership } from './memberships.reducer.ts'
import { subscribeToNotificationCount } from './notifications.ts'
import { followOpened } from './openedNotes.ts'
import { followReadThreads } from './readThreads.ts'
import { followReports } from './reports.ts'
import { leave, socketAt, waitAfter, watchTab } from './socketManager.ts'
import { followUnread } from './unread.sync.ts'

/** Opens the member's socket of this tab and keeps it until it is closed. Returns how to close it. */
export function openMemberSocket(): () => void {
  const socket = socketAt('/')
  // A function: each attempt shows the token of that moment.
  socket.auth = show => {
    const { epoch } = getDefaultStore().get(authAtom)
    const shown: Handshake = { token: storedToken() ?? '', protocol: PROTOCOL_VERSION }
    show(epoch === '' ? shown : { ...shown, epoch })
  }
  let retry: ReturnType<typeof setTimeout> | undefined

  /** After a server's no the library tries no more by itself. */
  function retryAfter(milliseconds: number) {
    clearTimeout(retry)
    retry = setTimeout(() => socket.connect(), milliseconds)
  }

  function rejected(rejection: HandshakeRejection) {
    switch (rejection) {
      case 'not-signed-in':
      // Whoever comes in again is told of the other life of the data, and drops what was fetched.
      case 'restored':
        return endSession()
      case 'outdated':
        return reportOutdated()
      case 'password-change-needed':
      case 'unavailable':
        reportDisconnected()
        return retryAfter(waitAfter(undefined))
      case 'crowded':
        reportCrowded()
        return retryAfter(waitAfter(rejection))
      case 'flooding':
        reportDisconnected()
        return retryAfter(waitAfter(rejection))
    }
  }

  socket.on('connect', () => {
    reportConnected()
    announceOnline()
    dispatchResync()
  })
  socket.on('disconnect', () => {
    reportDisconnected()
    if (!socket.active) retryAfter(waitAfter(undefined))
  })
  socket.on('connect_error', ({ message }) => {
    if (socket.active) return reportDisconnected()
    // The server would soon close a connection over which nobody came in.
    socket.disconnect()
    rejected(message as HandshakeRejection)
  })
  let memberships = noneReceived
  socket.onAny((name: ServerEventName, payload: ServerEventPayload<ServerEventName>) => {
    const received = withMembership(memberships, name, payload)
    if (received === null) return
    memberships = received
    dispatchEvent(name, payload)
  })
  socket.on('session:ended', endSession)
  socket.on('socket:ended', ({ reason }) => {
    // Before the server does, after which the library would come again at once.
    socket.disconnect()
    rejected(reason)
  })
  socket.on('news:delayed', ({ isDelayed }) => reportDelayed(isDelayed))
  socket.on('sync:needed', dispatchResync)

  const stopSpeaking = attachEmitter((name, payload) => {
    // Not kept for later: after a break everybody says anew what then is so.
    if (socket.connected) socket.emit(name, ...([payload] as Parameters<ClientEvents[typeof name]>))
  })
  const stopWatching = watchTab(dispatchResync)
  const stopUnread = followUnread()
  const stopNotifications = subscribeToNotificationCount()
  const stopOpened = followOpened()
  const stopReadThreads = followReadThreads()
  const stopReports = followReports()
  socket.connect()

  return () => {
    clearTimeout(retry)
    stopSpeaking()
    stopWatching()
    stopUnread()
    stopNotifications()
    stopOpened()
    stopReadThreads()
    stopReports()
    leave(socket)
    reportConnected()
  }
}
