import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { ORDER_MS } from '#server/platform/redis.ts'
import type { Remembered } from '#server/platform/remembered.ts'
import type { SessionGate } from '#server/platform/session.ts'
import type { LiveServer, LiveSocket, Order, RememberedName } from './broadcast.ts'
import { rooms } from './broadcast.ts'

/** How long a socket may wait for its hubs to be read when an order is waited for, which is no longer than ORDER_MS. */
const SEATED_WITHIN_MS = ORDER_MS - 500
/** Few enough that neither the database nor the fetches that follow come all at once. */
const RENEWED_AT_ONCE = 100

export interface RoomMembershipParts {
  io: LiveServer
  gate: SessionGate
  remembered: Record<RememberedName, Remembered<unknown>>
  versioned: readonly { forgetAll(): void }[]
  /** The hubs that a user is in now. */
  hubNosOf(userNo: number): Promise<number[]>
  metrics: Metrics
}

/**
 * Keeps this node's sockets in the rooms of the hubs that their users are in, and nowhere else.
 *
 * An order says whose hubs changed, never how: which they are is read from the database, so orders may overtake each
 * other. Each order raises `orders`; a reading during which it rose is not believed but repeated. So a socket that
 * connects while its user is removed from a hub never ends up in that hub's room.
 */
export function createRoomMembership({
  io,
  gate,
  remembered,
  versioned,
  hubNosOf,
  metrics,
}: RoomMembershipParts) {
  let orders = 0
  let renewal: Promise<void> = Promise.resolve()
  let isRenewalWaiting = false

  /** Puts a socket into the rooms of its user's hubs and takes it out of all others. */
  async function syncRooms(socket: LiveSocket): Promise<void> {
    for (;;) {
      const ordersBefore = orders
      const [session, hubNos] = await Promise.all([
        gate.find(socket.data.token),
        hubNosOf(socket.data.userNo),
      ])
      if (orders !== ordersBefore) continue
      if (session === null) return close(socket)
      return settle(socket, hubNos)
    }
  }

  function settle(socket: LiveSocket, hubNos: number[]): void {
    // Closed while its hubs were read: it must not come back into a room as a ghost.
    if (socket.conn.readyState !== 'open') return
    const wanted = new Set([
      rooms.user(socket.data.userNo),
      rooms.session(socket.data.tokenId),
      ...hubNos.map(rooms.hub),
    ])
    for (const room of socket.rooms) if (room !== socket.id && !wanted.has(room)) void socket.leave(room)
    void socket.join([...wanted])
  }

  function close(socket: LiveSocket): void {
    socket.emit('session:ended', {})
    socket.disconnect(true)
  }

  function closeAll(room: string, isSuspended = false): void {
    io.local.to(room).emit('session:ended', isSuspended ? { isSuspended } : {})
    io.local.in(room).disconnectSockets(true)
  }

  function socketsOf(userNo: number): LiveSocket[] {
    const ids = io.sockets.adapter.rooms.get(rooms.user(userNo)) ?? []
    return [...ids].flatMap(id => io.sockets.sockets.get(id) ?? [])
  }

  /** A socket whose hubs cannot be read must not go on hearing of those it was in. */
  function syncRoomsOrClose(socket: LiveSocket): Promise<unknown> {
    return syncRooms(socket).catch(() => socket.disconnect(true))
  }

  /** Whoever asked is answered soon, and counts on it that nobody hears any more of a hub that they left. */
  function syncRoomsInTime(socket: LiveSocket): Promise<void> {
    return new Promise(resolve => {
      const late = setTimeout(() => {
        socket.disconnect(true)
        resolve()
      }, SEATED_WITHIN_MS)
      void syncRoomsOrClose(socket).then(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }

  /** Carries an order out on this node's sockets. */
  async function carryOut(order: Order): Promise<void> {
    switch (order.kind) {
      case 'seat':
        orders += 1
        for (const userNo of order.userNos) remembered.hubCounts.forget(userNo)
        await Promise.all(order.userNos.flatMap(socketsOf).map(syncRoomsInTime))
        return
      case 'endSession':
        orders += 1
        gate.forget(order.tokenId)
        closeAll(rooms.session(order.tokenId))
        return
      case 'endUser':
        orders += 1
        gate.forgetUser(order.userNo)
        remembered.people.forget(order.userNo)
        closeAll(rooms.user(order.userNo), order.isSuspended)
        return
      case 'forget':
        remembered[order.what].forget(order.number)
        return
      case 'forgetReadings':
        for (const each of versioned) each.forgetAll()
        return
    }
  }

  async function renewAll(): Promise<void> {
    metrics.renewals += 1
    orders += 1
    gate.forgetAll()
    for (const each of [...Object.values(remembered), ...versioned]) each.forgetAll()
    io.of(AGORA_NAMESPACE).local.emit('sync:needed', {})
    const sockets = [...io.sockets.sockets.values()]
    while (sockets.length > 0) {
      const some = sockets.splice(0, RENEWED_AT_ONCE)
      await Promise.all(some.map(syncRoomsOrClose))
      for (const socket of some) socket.emit('sync:needed', {})
    }
  }

  return {
    carryOut,
    /** Closes this node's sockets whose sessions have expired. */
    closeExpired(now: Date): void {
      for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= now) close(socket)
    },
    /** To be compared later: whether orders have come since. */
    ordersSoFar: () => orders,
    syncRooms,
    /**
     * After a time in which orders or events may have been lost: believes nothing that it knew, has every socket join its rooms
     * anew and has it fetch again. One renewal that has yet to begin serves all who ask for it.
     */
    renew(): Promise<void> {
      if (isRenewalWaiting) return renewal
      isRenewalWaiting = true
      renewal = renewal.then(() => {
        isRenewalWaiting = false
        return renewAll()
      })
      return renewal
    },
  }
}

export type RoomMembership = ReturnType<typeof createRoomMembership>
