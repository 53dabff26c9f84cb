import { randomUUID } from 'node:crypto'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import { AGORA_NAMESPACE, type HandshakeRejection, handshakeSchema } from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { isLongerThan } from '#server/platform/oversizedHeaders.ts'
import type { RedisConnection } from '#server/platform/redis.ts'
import {
  createLive,
  emit,
  type Live,
  type LiveServer,
  type LiveSocket,
  type SocketData,
} from './broadcast.ts'
import { drainSockets } from './drainSockets.ts'
import { joinNodes } from './nodes.ts'
import { createRoomMembership, type RoomMembershipParts } from './roomMembership.ts'
import type { SocketGuard } from './socketGuard.ts'

/** A client sends its handshake and little more, so anything longer is hostile. In bytes. */
const MESSAGE_BYTES_MAX = 16 * 1024
/** What an upgrade says is kept, twice, for as long as its socket is open. In characters; a client's address has some fifty. */
const UPGRADE_MAX = 16 * 1024

const SOCKET_PATH = '/socket.io'

/** The one upgrade that the server takes (RFC 6455, section 4.1). A body would come between it and the first message. */
export function isSocketUpgrade({ method, url = '', httpVersion, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isWebsocket = headers.upgrade?.trim().toLowerCase() === 'websocket'
  const isAtPath = url.startsWith(`${SOCKET_PATH}/`)
  return method === 'GET' && httpVersion === '1.1' && isAtPath && isWebsocket && !hasBody
}

/**
 * How often each connection is asked whether it is still there, and how long it may take to answer. A path that dies
 * without a word, as when a phone changes its network, is noticed within both together, at either end.
 */
const PING_MS = 10_000
const PONG_MS = 10_000

export interface SocketParts extends Omit<RoomMembershipParts, 'io'> {
  http: HttpServer
  guard: SocketGuard
  /** The life of the stored data that is read here. */
  epoch: string
  /** Null on a single node. */
  redis: RedisConnection | null
  log: Logger
}

/** Socket.IO over websockets alone, so that no load balancer needs to be sticky; rooms by the user's hubs. */
export function createSockets({
  http,
  gate,
  remembered,
  versioned,
  guard,
  redis,
  hubNosOf,
  metrics,
  epoch,
  log,
}: SocketParts): {
  io: LiveServer
  live: Live
  /** Of this node, from this start to its stop. */
  nodeId: string
  /** Closes this node's sockets whose sessions have expired. */
  closeExpired(now: Date): void
  /** After a time in which this node may have saved what it could not tell: for sockets at every node. */
  renewEverywhere(): void
  /** Lets no socket in any more, and sends those that are here to other nodes, if there are any. Resolves when they are gone. */
  moveToOthers(): Promise<void>
} {
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    // Compression would cost three times the time and ten times the memory a socket.
    perMessageDeflate: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    pingInterval: PING_MS,
    pingTimeout: PONG_MS,
    path: SOCKET_PATH,
    destroyUpgrade: false,
    allowRequest(request, answer) {
      // Nobody else listens to the wire meanwhile, and an error that nobody hears would end the node.
      request.socket.on('error', () => request.socket.destroy())
      if (isLongerThan(UPGRADE_MAX, request)) return answer('too long', false)
      guard.whenUpgradeHasItsTurn(request, rejection => answer(rejection, rejection === null))
    },
    ...(redis && { adapter: redis.adapter }),
  })
  guard.watch(io)
  const roomMembership = createRoomMembership({ io, gate, remembered, versioned, hubNosOf, metrics })
  const ordersAtHandshake = new WeakMap<object, number>()

  async function admit(socket: LiveSocket): Promise<HandshakeRejection | SocketData> {
    const shown = handshakeSchema.safeParse(socket.handshake.auth)
    if (!shown.success) return 'not-signed-in'
    if (shown.data.protocol !== PROTOCOL_VERSION) return 'outdated'
    const owner = gate.ownerOf(shown.data.token)
    if (owner === null) return 'not-signed-in'
    // Before the database is asked, so that a crowd does not keep it from others.
    const crowd = guard.admitPerson(socket, owner)
    if (crowd !== null) return crowd
    try {
      const session = await gate.find(shown.data.token)
      if (session === null) return 'not-signed-in'
      // After the session: only one that was opened since can be told anything of use.
      if ((shown.data.epoch ?? epoch) !== epoch) return 'restored'
      if (session.mustChangePassword) return 'password-change-needed'
      const { tokenId, expiresAt, viewer } = session
      return { userNo: viewer.userNo, tokenId, token: shown.data.token, expiresAt }
    } catch {
      return 'unavailable'
    }
  }

  io.use(async (socket, next) => {
    const outcome = await admit(socket)
    if (typeof outcome === 'string') {
      guard.dismiss(socket)
      return next(new Error(outcome))
    }
    socket.data = outcome
    ordersAtHandshake.set(socket, roomMembership.ordersSoFar())
    roomMembership.syncRooms(socket).then(
      () => next(),
      error => {
        log.error({ err: error }, 'the rooms of a socket could not be read')
        guard.dismiss(socket)
        next(new Error('unavailable' satisfies HandshakeRejection))
      },
    )
  })

  // Orders reach only sockets that are connected; what came during the handshake is made up for here.
  io.on('connection', socket => {
    if (ordersAtHandshake.get(socket) === roomMembership.ordersSoFar()) return
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
    async everywhere(order) {
      metrics.orders.add(order.kind)
      await Promise.all([roomMembership.carryOut(order), nodes?.order(order)])
    },
    otherNodes: nodes,
  })
  for (const namespace of [io.of('/'), io.of(AGORA_NAMESPACE)])
    namespace.on('connection', socket => {
      if (nodes?.isPartitioned()) emit(socket, 'news:delayed', { isDelayed: true })
    })
  // Until then this node still answers, and what it saves it tells.
  http.once('close', () => nodes?.part())

  return {
    io,
    live,
    nodeId,
    renewEverywhere() {
      nodes?.renewOthers()
      void roomMembership.renew()
    },
    closeExpired: roomMembership.closeExpired,
    moveToOthers: async () => {
      if (nodes?.hasOthers()) await drainSockets(io, http)
    },
  }
}
