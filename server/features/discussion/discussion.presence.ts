import { setTimeout as wait } from 'node:timers/promises'
import { PRESENCE_REFRESH_MS } from '#protocol/limits.ts'
import {
  isInHub,
  type LiveServer,
  type LiveSocket,
  NODE_EVENTS,
  rooms,
  socketsIn,
} from '#server/live/broadcast.ts'
import type { ClientEventHandlers, VolatileEvents } from '#server/live/clientEvents.ts'
import { CLUSTER_COMMAND_MS } from '#server/platform/redis.ts'

/** Batches changes within this time, so that a page reload publishes nothing. */
const DEBOUNCE_MS = 100

/** What the tab of a socket shows. */
interface View {
  hubNo: number
  /** Absent if the tab shows the whole discussion. */
  noteNo: number | undefined
}

interface Presence {
  handlers: Pick<ClientEventHandlers, 'presence:enter' | 'presence:leave'>
  /** Hubs that the user views now, on all nodes that respond. */
  viewedHubsOf(userNo: number): Promise<ReadonlySet<number>>
  stop(): void
}

/**
 * Publishes to the members of a hub who is viewing its discussion or one of its notes. Each node publishes the state
 * of its own sockets, on changes and periodically, so that lost events are repaired and the state of a crashed node
 * can expire. Nothing is stored.
 */
export function trackPresence(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { nodeId, isAlone }: { nodeId: string; isAlone: boolean },
): Presence {
  const views = new Map<LiveSocket, View>()
  const pendingChanges = new Map<number, { asksOthers: boolean }>()

  /** Each tab counts, but each user is listed once. */
  function findPresent(hubNo: number) {
    const present = new Set<number>()
    const readers = new Map<number, Set<number>>()
    for (const [socket, view] of views) {
      if (view.hubNo !== hubNo) continue
      const { userNo } = socket.data
      present.add(userNo)
      if (view.noteNo !== undefined)
        readers.set(view.noteNo, (readers.get(view.noteNo) ?? new Set<number>()).add(userNo))
    }
    return {
      userNos: [...present],
      readers: [...readers].map(([noteNo, userNos]) => ({ noteNo, userNos: [...userNos] })),
    }
  }

  const isViewed = (hubNo: number) => [...views.values()].some(view => view.hubNo === hubNo)

  function publishPresence(hubNo: number): void {
    const room = rooms.hub(hubNo)
    volatileEvents.publish(
      `presence ${hubNo}`,
      () => socketsIn(io, room),
      () => {
        io.to(room).emit('presence:changed', { hubNo, nodeId, ...findPresent(hubNo) })
      },
    )
  }

  function schedulePublish(hubNo: number, asksOthers: boolean): void {
    const pending = pendingChanges.get(hubNo)
    if (pending) {
      pending.asksOthers ||= asksOthers
      return
    }
    const change = { asksOthers }
    pendingChanges.set(hubNo, change)
    setTimeout(() => {
      pendingChanges.delete(hubNo)
      publishPresence(hubNo)
      if (change.asksOthers && !isAlone) io.serverSideEmit(NODE_EVENTS.requestPresence, hubNo)
    }, DEBOUNCE_MS).unref()
  }

  function leave(socket: LiveSocket): void {
    const view = views.get(socket)
    if (view === undefined) return
    views.delete(socket)
    schedulePublish(view.hubNo, false)
  }

  function findViewedHere(userNo: number): number[] {
    return [...views].flatMap(([socket, { hubNo }]) => (socket.data.userNo === userNo ? [hubNo] : []))
  }

  async function findViewedElsewhere(userNo: number): Promise<number[]> {
    if (isAlone) return []
    const late = wait(CLUSTER_COMMAND_MS, [], { ref: false })
    const answers = io.serverSideEmitWithAck(NODE_EVENTS.findViewedHubs, userNo).catch(() => [])
    return (await Promise.race([answers, late])).flat()
  }

  io.on(NODE_EVENTS.findViewedHubs, (userNo, respond) => respond(findViewedHere(userNo)))

  io.on(NODE_EVENTS.requestPresence, hubNo => {
    if (isViewed(hubNo)) schedulePublish(hubNo, false)
  })

  // Sockets that leave the hub or disconnect view nothing.
  io.of('/').adapter.on('leave-room', (room: string, socketId: string) => {
    const socket = io.sockets.sockets.get(socketId)
    const view = socket && views.get(socket)
    if (view !== undefined && room === rooms.hub(view.hubNo)) leave(socket as LiveSocket)
  })

  // Does not keep the process alive: the demo creates an app without closing a server.
  const refreshTimer = setInterval(() => {
    for (const hubNo of new Set([...views.values()].map(view => view.hubNo))) publishPresence(hubNo)
  }, PRESENCE_REFRESH_MS).unref()
  return {
    handlers: {
      'presence:enter'(socket, { hubNo, noteNo }) {
        if (!isInHub(socket, hubNo)) return
        if (views.get(socket)?.hubNo !== hubNo) leave(socket)
        views.set(socket, { hubNo, noteNo })
        schedulePublish(hubNo, true)
      },
      'presence:leave'(socket, { hubNo }) {
        if (views.get(socket)?.hubNo === hubNo) leave(socket)
      },
    },
    viewedHubsOf: async userNo =>
      new Set([...findViewedHere(userNo), ...(await findViewedElsewhere(userNo))]),
    stop: () => clearInterval(refreshTimer),
  }
}
