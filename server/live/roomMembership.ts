import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { RecordCache } from '#server/platform/caches.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { CLUSTER_COMMAND_MS } from '#server/platform/redis.ts'
import type { SessionGate } from '#server/platform/session.ts'
import {
  type ClusterCommand,
  COMMAND_KINDS,
  isDocumentRoom,
  type LiveServer,
  type LiveSocket,
  type RecordCacheName,
  rooms,
} from './broadcast.ts'
import { leaveDocument } from './documentPresence.ts'

/** How long a socket's hubs may take to load during a command; less than CLUSTER_COMMAND_MS. */
const SYNC_TIMEOUT_MS = CLUSTER_COMMAND_MS - 500
/** Small enough to spread the load on the database and the refetches. */
const RESYNC_BATCH_SIZE = 100

export interface RoomMembershipParts {
  io: LiveServer
  gate: SessionGate
  recordCaches: Record<RecordCacheName, RecordCache<unknown>>
  versionedCaches: readonly { clear(): void }[]
  hubNosOf(userNo: number): Promise<number[]>
  metrics: Metrics
}

/**
 * Keeps this node's sockets in exactly the rooms of their users' hubs.
 * A command names the affected users, never their hubs: the hubs are read from the database, so commands may overtake
 * each other. Each command increments `commands`, and a read that overlaps with one is repeated. So a socket that
 * connects while its user is removed from a hub never stays in that hub's room.
 */
export function createRoomMembership({
  io,
  gate,
  recordCaches,
  versionedCaches,
  hubNosOf,
  metrics,
}: RoomMembershipParts) {
  let commands = 0
  let pendingResync: Promise<void> = Promise.resolve()
  let isResyncQueued = false

  /** Joins the rooms of the user's hubs and leaves all others. */
  async function syncRooms(socket: LiveSocket): Promise<void> {
    for (;;) {
      const commandsBefore = commands
      const [session, hubNos] = await Promise.all([
        gate.find(socket.data.token),
        hubNosOf(socket.data.userNo),
      ])
      if (commands !== commandsBefore) continue
      if (session === null) return close(socket)
      return setRooms(socket, hubNos)
    }
  }

  function setRooms(socket: LiveSocket, hubNos: number[]): void {
    // The socket closed meanwhile; joining would leave a ghost in the room.
    if (socket.conn.readyState !== 'open') return
    const wanted = new Set([
      rooms.user(socket.data.userNo),
      rooms.session(socket.data.tokenId),
      ...hubNos.map(rooms.hub),
    ])
    for (const room of socket.rooms)
      if (room !== socket.id && !wanted.has(room) && !isDocumentRoom(room)) void socket.leave(room)
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

  /** A socket whose hubs cannot be read must not stay in rooms that its user may have left. */
  function syncRoomsOrClose(socket: LiveSocket): Promise<unknown> {
    return syncRooms(socket).catch(() => socket.disconnect(true))
  }

  /** The caller is answered soon, and relies on it that former members receive no more events of the hub. */
  function syncRoomsWithTimeout(socket: LiveSocket): Promise<void> {
    return new Promise(resolve => {
      const timeout = setTimeout(() => {
        socket.disconnect(true)
        resolve()
      }, SYNC_TIMEOUT_MS)
      void syncRoomsOrClose(socket).then(() => {
        clearTimeout(timeout)
        resolve()
      })
    })
  }

  /** Executes a command on this node's sockets. */
  async function execute(command: ClusterCommand): Promise<void> {
    switch (command.kind) {
      case COMMAND_KINDS.syncRooms:
        commands += 1
        for (const userNo of command.userNos) recordCaches.hubCounts.invalidate(userNo)
        await Promise.all(command.userNos.flatMap(socketsOf).map(syncRoomsWithTimeout))
        return
      case COMMAND_KINDS.endSession:
        commands += 1
        gate.forget(command.tokenId)
        closeAll(rooms.session(command.tokenId))
        return
      case COMMAND_KINDS.endUser:
        commands += 1
        gate.forgetUser(command.userNo)
        recordCaches.people.invalidate(command.userNo)
        closeAll(rooms.user(command.userNo), command.isSuspended)
        return
      case COMMAND_KINDS.invalidateRecord:
        recordCaches[command.what].invalidate(command.number)
        return
      case COMMAND_KINDS.leaveDocument: {
        const { documentId, userNos } = command
        for (const socket of userNos.flatMap(socketsOf)) {
          if (!socket.rooms.has(rooms.document(documentId))) continue
          leaveDocument(socket, documentId)
          socket.emit('document:ended', { documentId })
        }
        return
      }
      case COMMAND_KINDS.invalidateHubCaches:
        for (const each of versionedCaches) each.clear()
        return
    }
  }

  /** Applies `syncSocket` to all sockets, some at a time. */
  async function forEachSocket(syncSocket: (socket: LiveSocket) => Promise<void>): Promise<void> {
    const sockets = [...io.sockets.sockets.values()]
    while (sockets.length > 0) await Promise.all(sockets.splice(0, RESYNC_BATCH_SIZE).map(syncSocket))
  }

  async function resyncAll(): Promise<void> {
    metrics.resyncs += 1
    commands += 1
    gate.clear()
    for (const each of [...Object.values(recordCaches), ...versionedCaches]) each.clear()
    io.of(AGORA_NAMESPACE).local.emit('sync:needed', {})
    // A right to write may have ended. The tabs open their documents again.
    for (const socket of io.sockets.sockets.values())
      for (const room of socket.rooms) if (isDocumentRoom(room)) void socket.leave(room)
    await forEachSocket(async socket => {
      await syncRoomsOrClose(socket)
      socket.emit('sync:needed', {})
    })
  }

  return {
    execute,
    /** Closes this node's sockets whose sessions have expired. */
    closeExpired(now: Date): void {
      for (const socket of io.sockets.sockets.values()) if (socket.data.expiresAt <= now) close(socket)
    },
    /** Lets callers detect whether a command arrived in between. */
    commandCount: () => commands,
    syncRooms,
    /**
     * Call it while commands of other nodes do not arrive. Reads the sessions and hubs of all sockets, closes those whose session has
     * ended, and lets those refetch whose hubs are others.
     */
    async checkAll(): Promise<void> {
      gate.clear()
      await forEachSocket(async socket => {
        const before = [...socket.rooms]
        await syncRoomsOrClose(socket)
        if (before.length !== socket.rooms.size || !before.every(room => socket.rooms.has(room)))
          socket.emit('sync:needed', {})
      })
    },
    /**
     * Call after commands or events may have been lost. Clears all caches, lets every socket rejoin its rooms and
     * refetch. Calls share a resync that has not started yet.
     */
    resync(): Promise<void> {
      if (isResyncQueued) return pendingResync
      isResyncQueued = true
      pendingResync = pendingResync.then(() => {
        isResyncQueued = false
        return resyncAll()
      })
      return pendingResync
    },
  }
}

export type RoomMembership = ReturnType<typeof createRoomMembership>
