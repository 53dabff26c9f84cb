import { setTimeout as wait } from 'node:timers/promises'
import { PRESENCE_REFRESH_MS } from '#protocol/limits.ts'
import { isInHub, type LiveServer, type LiveSocket, rooms, socketsIn } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import type { VolatileEvents } from '#server/live/volatileEvents.ts'
import { ORDER_MS } from '#server/platform/redis.ts'

/** Comings and goings within this time are told as one: reloading a page is no news. */
const GATHERED_FOR_MS = 100

/** What a socket's tab shows. */
interface Look {
  hubNo: number
  /** Absent while it shows the whole discussion. */
  noteNo: number | undefined
}

export interface Presence {
  handlers: Pick<ClientEventHandlers, 'presence:enter' | 'presence:leave'>
  /** The hubs at which somebody looks now, at any node that answers. */
  lookedAtBy(userNo: number): Promise<ReadonlySet<number>>
  stop(): void
}

/**
 * Tells the members of a hub who has its discussion, or which note of it, before their eyes. Each node speaks for its own sockets, whenever
 * that changes and from time to time, so that what was lost on the way is made up for and what a dead node said can
 * expire, should nobody be left to tell that it is gone. Nothing of it is kept.
 */
export function trackPresence(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { nodeId, isAlone }: { nodeId: string; isAlone: boolean },
): Presence {
  const looking = new Map<LiveSocket, Look>()
  const due = new Map<number, { asksOthers: boolean }>()

  /** Of a person with several tabs each counts, and they once. */
  function presentIn(hubNo: number) {
    const present = new Set<number>()
    const readers = new Map<number, Set<number>>()
    for (const [socket, look] of looking) {
      if (look.hubNo !== hubNo) continue
      const { userNo } = socket.data
      present.add(userNo)
      if (look.noteNo !== undefined)
        readers.set(look.noteNo, (readers.get(look.noteNo) ?? new Set<number>()).add(userNo))
    }
    return {
      userNos: [...present],
      readers: [...readers].map(([noteNo, userNos]) => ({ noteNo, userNos: [...userNos] })),
    }
  }

  const isLookedAt = (hubNo: number) => [...looking.values()].some(look => look.hubNo === hubNo)

  function tell(hubNo: number): void {
    const room = rooms.hub(hubNo)
    volatileEvents.tell(
      `presence ${hubNo}`,
      () => socketsIn(io, room),
      () => {
        io.to(room).emit('presence:changed', { hubNo, nodeId, ...presentIn(hubNo) })
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
    const look = looking.get(socket)
    if (look === undefined) return
    looking.delete(socket)
    tellSoon(look.hubNo, false)
  }

  function lookedAtHere(userNo: number): number[] {
    return [...looking].flatMap(([socket, { hubNo }]) => (socket.data.userNo === userNo ? [hubNo] : []))
  }

  async function lookedAtElsewhere(userNo: number): Promise<number[]> {
    if (isAlone) return []
    const late = wait(ORDER_MS, [], { ref: false })
    const answers = io.serverSideEmitWithAck('lookedAt', userNo).catch(() => [])
    return (await Promise.race([answers, late])).flat()
  }

  io.on('lookedAt', (userNo, tell) => tell(lookedAtHere(userNo)))

  io.on('presenceWanted', hubNo => {
    if (isLookedAt(hubNo)) tellSoon(hubNo, false)
  })

  // Whoever is in the hub no more, or gone altogether, looks no more.
  io.of('/').adapter.on('leave-room', (room: string, socketId: string) => {
    const socket = io.sockets.sockets.get(socketId)
    const look = socket && looking.get(socket)
    if (look !== undefined && room === rooms.hub(look.hubNo)) leave(socket as LiveSocket)
  })

  // Nothing waits for it: the demo makes an app and ends without a server to close.
  const refreshing = setInterval(() => {
    for (const hubNo of new Set([...looking.values()].map(look => look.hubNo))) tell(hubNo)
  }, PRESENCE_REFRESH_MS).unref()
  return {
    handlers: {
      'presence:enter'(socket, { hubNo, noteNo }) {
        if (!isInHub(socket, hubNo)) return
        if (looking.get(socket)?.hubNo !== hubNo) leave(socket)
        looking.set(socket, { hubNo, noteNo })
        tellSoon(hubNo, true)
      },
      'presence:leave'(socket, { hubNo }) {
        if (looking.get(socket)?.hubNo === hubNo) leave(socket)
      },
    },
    lookedAtBy: async userNo => new Set([...lookedAtHere(userNo), ...(await lookedAtElsewhere(userNo))]),
    stop: () => clearInterval(refreshing),
  }
}
