import type { IncomingMessage } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { TokenBucket } from 'limiter'
import type { Logger } from 'pino'
import { AGORA_NAMESPACE, type HandshakeRejection, type ServerEventPayload } from '#protocol/events.ts'
import {
  createConnectionLimit,
  createFullBucket,
  createThrottle,
  createTokenBuckets,
  type ThrottleOptions,
  type TokenBucketOptions,
} from '#server/platform/limits/keyedLimits.ts'
import type { LiveServer, LiveSocket } from './broadcast.ts'

/** Limits are counted per node and multiplied by the scale, except durations and limits marked as per node. */
export interface GuardLimits {
  /** How long a connection may stay without joining a namespace. */
  unauthenticatedTimeoutMs: number
  /** How fast an address may open connections; faster ones wait. Per node, so not multiplied. */
  upgrades: ThrottleOptions
  /** Maximum number of open sockets. */
  maxSockets: { user: number; addressWithoutToken: number; addressWithToken: number }
  /**
   * Incoming traffic in tokens: one per read from the network, one per packet, one per BYTES_PER_TOKEN bytes. A normal
   * message costs two, a handshake three.
   */
  traffic: {
    withoutToken: { connection: TokenBucketOptions; address: TokenBucketOptions }
    withToken: { user: TokenBucketOptions; address: TokenBucketOptions }
  }
  /** Maximum send buffer of a client that does not read: packets, and bytes handed to the system. */
  sendBuffer: { packets: number; bytes: number }
  /** How many sockets may be closed for flooding before new ones are rejected. */
  floods: { user: TokenBucketOptions; address: TokenBucketOptions }
}

const BYTES_PER_TOKEN = 512
/** How long a close waits for a client that does not read. */
const FLUSH_TIMEOUT_MS = 1_000
/** Created once, because every pending write to a destroyed connection would read its stack trace. */
const UNREAD_ERROR = new Error('what was sent is not read')

type Connection = LiveSocket['conn']
type EndReason = ServerEventPayload<'socket:ended'>['reason']
type Rejection = Extract<HandshakeRejection, 'crowded' | 'flooding'>

interface ConnectionState {
  address: string
  /** Used until a user authenticates on the connection. */
  bucket: TokenBucket
  sockets: Set<LiveSocket>
  isEnded: boolean
  isClosed: boolean
  clearUnauthenticated(): void
  /** Admitted sockets, each with the function that releases its slots. */
  admitted: Map<LiveSocket, () => void>
}

export interface SocketGuard {
  /** Calls `answer` when the upgrade's turn has come, with the reason for a rejection or null. */
  queueUpgrade(request: IncomingMessage, answer: (rejection: 'crowded' | null) => void): void
  /**
   * Checks a user with a validly signed token. Returns the reason for a rejection, or null after taking slots, which
   * are released by `release` or when the socket or its connection closes.
   */
  admitUser(socket: LiveSocket, userNo: number): Rejection | null
  /** Whether an address has sent so much without a token that its visitors must wait. */
  isFlooded(address: string): boolean
  /** Releases the slots of a socket whose session is invalid. */
  release(socket: LiveSocket): void
  /** Watches every connection from its first byte. Call once, before other listeners are added. */
  watch(io: LiveServer): void
  /** Sends the reason and closes the connection. */
  end(socket: LiveSocket, reason: EndReason): void
  addressOf(socket: LiveSocket): string
}

interface GuardParts {
  /** The client's address, as far as proxies are trusted. */
  addressOf(request: IncomingMessage): string
  limits: GuardLimits
  scale: number
  log: Logger
}

/**
 * Protects a node from too many sockets and too much traffic. Counts incoming data below Socket.IO, before it is
 * decoded, whether or not anything listens to it.
 */
export function createSocketGuard({ addressOf, limits, scale, log }: GuardParts): SocketGuard {
  const limitOf = (max: number) => createConnectionLimit(Math.ceil(max * scale))
  const unauthenticatedConnections = limitOf(limits.maxSockets.addressWithoutToken)
  const addressSockets = limitOf(limits.maxSockets.addressWithToken)
  const userSockets = limitOf(limits.maxSockets.user)
  const { withoutToken, withToken } = limits.traffic
  const unauthenticatedTraffic = createTokenBuckets(withoutToken.address, scale)
  const addressTraffic = createTokenBuckets(withToken.address, scale)
  const userTraffic = createTokenBuckets(withToken.user, scale)
  const floodsOfAddress = createTokenBuckets(limits.floods.address, scale)
  const floodsOfUser = createTokenBuckets(limits.floods.user, scale)
  const throttleUpgrade = createThrottle(limits.upgrades)
  const states = new WeakMap<Connection, ConnectionState>()

  function stateOf(connection: Connection): ConnectionState {
    const before = states.get(connection)
    if (before !== undefined) return before
    const state: ConnectionState = {
      address: addressOf(connection.request),
      bucket: createFullBucket(withoutToken.connection, scale),
      sockets: new Set(),
      isEnded: false,
      isClosed: false,
      clearUnauthenticated: () => undefined,
      admitted: new Map(),
    }
    states.set(connection, state)
    return state
  }

  function watchConnection(connection: Connection): void {
    const netSocket: NetSocket = connection.request.socket
    const state = stateOf(connection)
    setUnauthenticated(connection, state)
    const count = (tokens: number) => {
      if (!state.isEnded && !isAffordable(state, tokens)) endFlooding(connection, state)
    }
    // Before the WebSocket's own listener, so that the rest of a flood is not parsed.
    netSocket.prependListener('data', ({ length }: Buffer) => count(1 + length / BYTES_PER_TOKEN))
    connection.on('packet', () => count(1))
    // Drop pending packets before the stream reports its end; otherwise each would be written and fail on its own.
    for (const ending of ['error', 'close']) netSocket.prependListener(ending, () => connection.close(true))
    let pendingPackets = 0
    connection.on('flush', () => {
      pendingPackets = 0
    })
    connection.on('packetCreate', () => {
      pendingPackets += 1
      const { packets, bytes } = limits.sendBuffer
      if (pendingPackets > packets || netSocket.writableLength > bytes) destroyUnread(connection, state)
    })
    connection.once('close', () => {
      stopReading(netSocket)
      netSocket.destroySoon()
    })
    netSocket.once('close', () => {
      state.isClosed = true
      state.clearUnauthenticated()
      for (const socket of state.admitted.keys()) removeAdmission(state, socket)
    })
  }

  function setUnauthenticated(connection: Connection, state: ConnectionState): void {
    const releaseSlot = unauthenticatedConnections.acquire(state.address)
    const timeout = setTimeout(() => connection.close(true), limits.unauthenticatedTimeoutMs)
    state.clearUnauthenticated = () => {
      clearTimeout(timeout)
      releaseSlot()
    }
  }

  function isAffordable({ address, bucket, sockets }: ConnectionState, tokens: number): boolean {
    const userNo = userNoOf(sockets)
    return userNo === undefined
      ? bucket.tryRemoveTokens(tokens) && unauthenticatedTraffic.take(address, tokens)
      : userTraffic.take(userNo, tokens) && addressTraffic.take(address, tokens)
  }

  function endFlooding(connection: Connection, { address, sockets }: ConnectionState): void {
    const userNo = userNoOf(sockets)
    if (userNo === undefined) floodsOfAddress.take(address)
    else floodsOfUser.take(userNo)
    log.warn({ userNo }, 'a socket sent too much and was ended')
    end(connection, 'flooding')
  }

  /** The client reconnects once it reads again, and refetches. */
  function destroyUnread(connection: Connection, { sockets }: ConnectionState): void {
    const netSocket = connection.request.socket
    if (netSocket.destroyed) return
    log.warn({ userNo: userNoOf(sockets) }, 'a socket did not read and was cut off')
    connection.close(true)
    netSocket.destroy(UNREAD_ERROR)
  }

  function end(connection: Connection, reason: EndReason): void {
    const state = stateOf(connection)
    if (state.isEnded) return
    state.isEnded = true
    for (const socket of state.sockets) socket.emit('socket:ended', { reason })
    stopReading(connection.request.socket)
    connection.close()
  }

  function addSocket(socket: LiveSocket): void {
    const state = stateOf(socket.conn)
    state.clearUnauthenticated()
    state.sockets.add(socket)
    socket.once('disconnect', () => {
      state.sockets.delete(socket)
      if (state.sockets.size === 0 && socket.conn.readyState === 'open')
        setUnauthenticated(socket.conn, state)
    })
  }

  function removeAdmission({ admitted }: ConnectionState, socket: LiveSocket): void {
    admitted.get(socket)?.()
    admitted.delete(socket)
  }

  return {
    queueUpgrade(request, answer) {
      const address = addressOf(request)
      const isQueued = throttleUpgrade(address, () =>
        answer(unauthenticatedConnections.isReached(address) ? 'crowded' : null),
      )
      if (!isQueued) answer('crowded')
    },
    admitUser(socket, userNo) {
      const state = stateOf(socket.conn)
      const { address } = state
      if (floodsOfUser.isEmpty(userNo)) {
        // Repeated reconnects cost as much as flooding.
        floodsOfAddress.take(address)
        return 'flooding'
      }
      if (addressSockets.isReached(address) || userSockets.isReached(userNo)) return 'crowded'
      // Closed while the token was checked; nothing would release the slots.
      if (state.isClosed) return null
      const releases = [addressSockets.acquire(address), userSockets.acquire(userNo)]
      state.admitted.set(socket, () => {
        for (const releaseSlot of releases) releaseSlot()
      })
      socket.once('disconnect', () => removeAdmission(state, socket))
      return null
    },
    isFlooded: address => floodsOfAddress.isEmpty(address),
    release: socket => removeAdmission(stateOf(socket.conn), socket),
    watch(io) {
      // Without long polling no engine session can be resumed; resuming one would bypass the limits.
      io.engine.use((request: EngineRequest, _response: unknown, next: (error?: Error) => void) =>
        next(request._query.sid === undefined ? undefined : new Error('no session')),
      )
      io.engine.on('connection', watchConnection)
      io.of(AGORA_NAMESPACE).on('connection', addSocket)
      io.on('connection', addSocket)
    },
    end: (socket, reason) => end(socket.conn, reason),
    addressOf: socket => stateOf(socket.conn).address,
  }
}

type EngineRequest = IncomingMessage & { _query: Record<string, string | undefined> }

function userNoOf(sockets: Set<LiveSocket>): number | undefined {
  for (const { data } of sockets) if (data.userNo !== undefined) return data.userNo
  return undefined
}

/** Stops reading, and gives pending output a moment to be sent. */
function stopReading(netSocket: NetSocket): void {
  netSocket.pause()
  const timeout = setTimeout(() => netSocket.destroy(), FLUSH_TIMEOUT_MS)
  netSocket.once('close', () => clearTimeout(timeout))
}
