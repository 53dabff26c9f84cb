import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE, type HandshakeRejection, handshakeSchema } from '#protocol/events.ts'
import type { OriginPolicy } from '#server/platform/crossOrigin.ts'
import type { SocketGauges } from '#server/platform/metrics/metricsExporter.ts'
import type { RedisConnection } from '#server/platform/redis.ts'
import { isLongerThan } from '#server/platform/request.ts'
import {
  createLive,
  emit,
  type Live,
  type LiveServer,
  type LiveSocket,
  type SocketData,
} from './broadcast.ts'
import { joinNodes, type OtherNode } from './nodes.ts'
import { createRoomMembership, type RoomMembershipParts } from './roomMembership.ts'
import type { SocketGuard } from './socketGuard.ts'

/** In bytes. The longest event is an update of a document in Base64; anything longer is hostile. */
const MESSAGE_BYTES_MAX = 96 * 1024
/**
 * In characters. The headers of an upgrade stay in memory, twice, as long as its socket is open. A normal URL has about
 * fifty characters.
 */
const UPGRADE_MAX = 16 * 1024

const SOCKET_PATH = '/socket.io'

/** The only accepted upgrade (RFC 6455, section 4.1). A body would arrive between it and the first message. */
export function isSocketUpgrade({ method, url = '', httpVersion, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isWebsocket = headers.upgrade?.trim().toLowerCase() === 'websocket'
  const isAtPath = url.startsWith(`${SOCKET_PATH}/`)
  return method === 'GET' && httpVersion === '1.1' && isAtPath && isWebsocket && !hasBody
}

/**
 * Ping interval and timeout. A connection that dies silently, as when a phone changes networks, is detected within
 * their sum on either end.
 */
const PING_MS = 10_000
const PONG_MS = 10_000

interface SocketParts extends Omit<RoomMembershipParts, 'io'> {
  http: HttpServer
  guard: SocketGuard
  origins: OriginPolicy
  /** Identifies the data set; a restored backup gets a new epoch. */
  epoch: string
  /** Null on a single node. */
  redis: RedisConnection | null
  log: Logger
}

/** Socket.IO over WebSocket only, so that load balancers need no sticky sessions. */
export function createSockets({
  http,
  gate,
  recordCaches,
  versionedCaches,
  guard,
  origins,
  redis,
  hubNosOf,
  metrics,
  epoch,
  log,
}: SocketParts): {
  io: LiveServer
  live: Live
  /** Identifies this process among the nodes. */
  nodeId: string
  /** The other nodes that are alive. */
  otherNodes(): OtherNode[]
  /** Closes this node's sockets whose sessions have expired. */
  closeExpired(now: Date): void
  /** Resyncs the sockets of all nodes, after writes of this node may have gone unpublished. */
  resyncAllNodes(): void
  /** Rejects new sockets and moves the open ones to other nodes, if there are any. Resolves when they are closed. */
  drain(): Promise<void>
} {
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    // Compression would cost three times the CPU time and ten times the memory per socket.
    perMessageDeflate: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    pingInterval: PING_MS,
    pingTimeout: PONG_MS,
    path: SOCKET_PATH,
    destroyUpgrade: false,
    allowRequest(request, answer) {
      // Nothing else handles errors of the socket meanwhile; an unhandled one would crash the node.
      request.socket.on('error', () => request.socket.destroy())
      if (isLongerThan(UPGRADE_MAX, request)) return answer('too long', false)
      if (!origins.isAllowed(request)) return answer('foreign origin', false)
      guard.queueUpgrade(request, rejection => answer(rejection, rejection === null))
    },
    ...(redis && { adapter: redis.adapter }),
  })
  guard.watch(io)
  const roomMembership = createRoomMembership({ io, gate, recordCaches, versionedCaches, hubNosOf, metrics })
  const commandCountAtHandshake = new WeakMap<object, number>()

  async function admit(socket: LiveSocket): Promise<HandshakeRejection | SocketData> {
    const handshake = handshakeSchema.safeParse(socket.handshake.auth)
    if (!handshake.success) return 'not-signed-in'
    if (handshake.data.protocol !== PROTOCOL_VERSION) return 'outdated'
    const owner = gate.ownerOf(handshake.data.token)
    if (owner === null) return 'not-signed-in'
    // Checked before the database is queried, so that a crowd does not slow it down for others.
    const rejection = guard.admitUser(socket, owner)
    if (rejection !== null) return rejection
    try {
      const session = await gate.find(handshake.data.token)
      if (session === null) return 'not-signed-in'
      // Checked after the session: sessions opened since the restore are valid.
      if ((handshake.data.epoch ?? epoch) !== epoch) return 'restored'
      if (session.mustChangePassword) return 'password-change-needed'
      const { tokenId, expiresAt, viewer } = session
      return { userNo: viewer.userNo, tokenId, token: handshake.data.token, expiresAt }
    } catch {
      return 'unavailable'
    }
  }

  io.use(async (socket, next) => {
    const outcome = await admit(socket)
    if (typeof outcome === 'string') {
      guard.release(socket)
      return next(new Error(outcome))
    }
    socket.data = outcome
    commandCountAtHandshake.set(socket, roomMembership.commandCount())
    roomMembership.syncRooms(socket).then(
      () => next(),
      error => {
        log.error({ err: error }, 'the rooms of a socket could not be read')
        guard.release(socket)
        next(new Error('unavailable' satisfies HandshakeRejection))
      },
    )
  })

  // Commands reach only connected sockets; this catches up on those that arrived during the handshake.
  io.on('connection', socket => {
    if (commandCountAtHandshake.get(socket) === roomMembership.commandCount()) return
    roomMembership.syncRooms(socket).then(
      () => socket.emit('sync:needed', {}),
      () => socket.disconnect(true),
    )
  })

  const nodeId = randomUUID()
  const nodes = redis && joinNodes({ io, nodeId, roomMembership, redis, metrics, log })
  const live = createLive({
    io,
    counts: metrics.events,
    async runOnAllNodes(command) {
      metrics.clusterCommands.add(command.kind)
      await Promise.all([roomMembership.execute(command), nodes?.sendCommand(command)])
    },
    otherNodes: nodes,
  })
  for (const namespace of [io.of('/'), io.of(AGORA_NAMESPACE)])
    namespace.on('connection', socket => {
      if (nodes?.isPartitioned()) emit(socket, 'news:delayed', { isDelayed: true })
    })
  // Until the HTTP server closes, this node still answers calls and publishes their events.
  http.once('close', () => nodes?.leave())

  return {
    io,
    live,
    nodeId,
    otherNodes: () => nodes?.others() ?? [],
    resyncAllNodes() {
      nodes?.requestResync()
      void roomMembership.resync()
    },
    closeExpired: roomMembership.closeExpired,
    drain: async () => {
      if (nodes?.hasOthers()) await drainSockets(io, http)
    },
  }
}

/** Gauges for the metrics exporter. */
export function createSocketGauges(io: LiveServer): SocketGauges {
  const { adapter } = io.sockets
  return {
    sockets: () => io.engine.clientsCount,
    agoraSockets: () => io.of(AGORA_NAMESPACE).sockets.size,
    // Excludes the room that Socket.IO gives each socket.
    rooms: () => adapter.rooms.size - adapter.sids.size,
    roomMemberships: () => [...adapter.sids.values()].reduce((sum, places) => sum + places.size - 1, 0),
  }
}

/** By then a proxy that polls `/readyz` every second has stopped routing here. */
const PROXY_NOTICE_MS = 1_500
/** Each reconnecting client makes a handful of calls on its new node. */
const CLOSES_PER_SECOND = 500
/** Bounds of the duration, whatever the number of sockets. */
const DRAIN_MS = { least: 1_500, most: 10_000 }
const TICK_MS = 50

/**
 * Drains the sockets before shutdown. Rejects new upgrades with 503, waits until the proxy has noticed, then closes the
 * connections gradually so that reconnects do not overload the other nodes. Clients reconnect at once, and the proxy
 * routes them elsewhere.
 */
export async function drainSockets(io: LiveServer, http: HttpServer): Promise<void> {
  http.removeAllListeners('upgrade')
  // On a 503 a proxy may try another node.
  http.on('upgrade', (_request, netSocket: Duplex) => rejectUpgrade(netSocket))
  await wait(PROXY_NOTICE_MS)
  const connections = openConnections(io)
  const count = connections.length
  const { least, most } = DRAIN_MS
  const durationMs = Math.min(Math.max((count / CLOSES_PER_SECOND) * 1_000, least), most)
  const ticks = Math.ceil(durationMs / TICK_MS)
  for (let tick = 1; tick <= ticks; tick += 1) {
    const remaining = Math.floor(count * (1 - tick / ticks))
    for (const connection of connections.splice(remaining)) connection.close()
    await wait(TICK_MS)
  }
}

/** Authenticated connections. A member's connection carries two namespaces. */
function openConnections(io: LiveServer) {
  const sockets = [...io.sockets.sockets.values(), ...io.of(AGORA_NAMESPACE).sockets.values()]
  return [...new Set(sockets.map(({ conn }) => conn))]
}

/** How long the response may wait for a client that does not read. */
const RESPONSE_TIMEOUT_MS = 1_000

/**
 * Answers 503 and closes the connection. Node no longer tracks an upgraded connection, so a peer that never closes it
 * would keep the shutdown waiting forever.
 */
function rejectUpgrade(netSocket: Duplex): void {
  const timeout = setTimeout(() => netSocket.destroy(), RESPONSE_TIMEOUT_MS)
  netSocket.once('close', () => clearTimeout(timeout))
  netSocket.on('error', () => netSocket.destroy())
  netSocket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    netSocket.destroy(),
  )
}
