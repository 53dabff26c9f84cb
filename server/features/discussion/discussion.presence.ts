import { PRESENCE_REFRESH_MS } from '#protocol/limits.ts'
import { isInHub, type LiveServer, type LiveSocket, rooms, socketsIn } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import type { VolatileEvents } from '#server/live/volatileEvents.ts'

/** Comings and goings within this time are told as one: reloading a page is no news. */
const GATHERED_FOR_MS = 100

export interface Presence {
  handlers: Pick<ClientEventHandlers, 'presence:enter' | 'presence:leave'>
  stop(): void
}

/**
 * Tells the members of a hub who has its discussion before their eyes. Each node speaks for its own sockets, whenever
 * that changes and from time to time, so that what was lost on the way is made up for and what a dead node said can
 * expire, should nobody be left to tell that it is gone. Nothing of it is kept.
 */
export function trackPresence(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { nodeId, isAlone }: { nodeId: string; isAlone: boolean },
): Presence {
  const hubOf = new Map<LiveSocket, number>()
  const due = new Map<number, { asksOthers: boolean }>()

  function presentIn(hubNo: number): number[] {
    const sockets = [...hubOf].filter(([, looked]) => looked === hubNo)
    return [...new Set(sockets.map(([socket]) => socket.data.userNo))]
  }

  function tell(hubNo: number): void {
    const room = rooms.hub(hubNo)
    volatileEvents.tell(
      `presence ${hubNo}`,
      () => socketsIn(io, room),
      () => {
        io.to(room).emit('presence:changed', { hubNo, nodeId, userNos: presentIn(hubNo) })
      },
    )
  }

  function tellSoon(hubNo: number, asksOthers: boolean): void {
    const waiting = due.get(hubNo)
    if (waiting) {
      waiting.asksOthers ||= asksOthers
      return
    }
    const news = { asksOthers }
    due.set(hubNo, news)
    setTimeout(() => {
      due.delete(hubNo)
      tell(hubNo)
      if (news.asksOthers && !isAlone) io.serverSideEmit('presenceWanted', hubNo)
    }, GATHERED_FOR_MS).unref()
  }

  function leave(socket: LiveSocket): void {
    const hubNo = hubOf.get(socket)
    if (hubNo === undefined) return
    hubOf.delete(socket)
    tellSoon(hubNo, false)
  }

  io.on('presenceWanted', hubNo => {
    if (presentIn(hubNo).length > 0) tellSoon(hubNo, false)
  })

  // Whoever is in the hub no more, or gone altogether, looks no more.
  io.of('/').adapter.on('leave-room', (room: string, socketId: string) => {
    const socket = io.sockets.sockets.get(socketId)
    const hubNo = socket && hubOf.get(socket)
    if (hubNo !== undefined && room === rooms.hub(hubNo)) leave(socket as LiveSocket)
  })

  // Nothing waits for it: the demo makes an app and ends without a server to close.
  const refreshing = setInterval(() => {
    for (const hubNo of new Set(hubOf.values())) tell(hubNo)
  }, PRESENCE_REFRESH_MS).unref()
  return {
    handlers: {
      'presence:enter'(socket, { hubNo }) {
        if (!isInHub(socket, hubNo)) return
        if (hubOf.get(socket) !== hubNo) leave(socket)
        hubOf.set(socket, hubNo)
        tellSoon(hubNo, true)
      },
      'presence:leave'(socket, { hubNo }) {
        if (hubOf.get(socket) === hubNo) leave(socket)
      },
    },
    stop: () => clearInterval(refreshing),
  }
}
