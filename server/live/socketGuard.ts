import type { IncomingMessage } from 'node:http'
import type { Socket as Wire } from 'node:net'
import type { TokenBucket } from 'limiter'
import type { Logger } from 'pino'
import { AGORA_NAMESPACE, type HandshakeRejection, type ServerEventPayload } from '#protocol/events.ts'
import { createBuckets, fullBucket, type TokenBucketOptions } from '#server/platform/limits/buckets.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrencyLimit.ts'
import { createPace, type PaceParts } from '#server/platform/limits/pace.ts'
import type { LiveServer, LiveSocket } from './broadcast.ts'

/** All of it is counted by each node for itself, and multiplied by the scale unless it is said otherwise, or is a time. */
export interface GuardLimits {
  /** How long a connection may be in no namespace, that is, not let in by anybody. */
  unauthenticatedTimeoutMs: number
  /** How fast an address may open connections; who comes sooner waits. For a node, so not multiplied. */
  upgrades: PaceParts
  /** How many sockets may be open at a time. */
  ceilings: { person: number; addressWithoutToken: number; addressWithToken: number }
  /**
   * What may come in, in tokens: each read from the wire costs one, each packet in it one, each BYTES_A_TOKEN one. So a
   * message of a client of ours costs two, its handshake three.
   */
  traffic: {
    withoutToken: { connection: TokenBucketOptions; address: TokenBucketOptions }
    withToken: { person: TokenBucketOptions; address: TokenBucketOptions }
  }
  /** What may wait for somebody who does not read: packets, and bytes of those that were handed to the system. */
  untaken: { packets: number; bytes: number }
  /** How many sockets may end for flooding before new ones are refused, in tokens of one socket each. */
  floods: { person: TokenBucketOptions; address: TokenBucketOptions }
}

const BYTES_A_TOKEN = 512
/** Until somebody who does not read is cut off, if that is what holds up the end. */
const FLUSHED_WITHIN_MS = 1_000
/** Made once: who writes to a destroyed connection reads its trace for every packet that waited. */
const UNREAD = new Error('what was sent is not read')

type Connection = LiveSocket['conn']
type EndReason = ServerEventPayload<'socket:ended'>['reason']
type Rejection = Extract<HandshakeRejection, 'crowded' | 'flooding'>

/** What is known of one open connection. */
interface Known {
  address: string
  /** Its own bucket until somebody is signed in over it. */
  bucket: TokenBucket
  sockets: Set<LiveSocket>
  isEnded: boolean
  isClosed: boolean
  stopBeingStranger(): void
  /** Those who were admitted and have not left, with how to count them no longer. */
  admitted: Map<LiveSocket, () => void>
}

export interface SocketGuard {
  /** Tells, when its turn has come, why an upgrade is refused before anything is spent on it; null when it may go on. */
  whenUpgradeHasItsTurn(request: IncomingMessage, answer: (rejection: 'crowded' | null) => void): void
  /**
   * Why somebody whose token bears our signature is refused; null when they may come in, and are counted from now on until
   * they are dismissed, or their socket or its connection is closed.
   */
  admitPerson(socket: LiveSocket, userNo: number): Rejection | null
  /** Whether so much has come from an address without a token that its visitors have to wait. */
  isFlooded(address: string): boolean
  /** Their session does not stand after all. */
  dismiss(socket: LiveSocket): void
  /** Watches every connection from its first byte on. To be called once, before anything else listens. */
  watch(io: LiveServer): void
  /** Tells the socket why, and ends its connection. */
  end(socket: LiveSocket, reason: EndReason): void
  addressOf(socket: LiveSocket): string
}

export interface GuardParts {
  /** Where a request comes from, as far as proxies are trusted. */
  addressOf(request: IncomingMessage): string
  limits: GuardLimits
  scale: number
  log: Logger
}

/**
 * Protects a node from too many sockets, and from sockets that send too much. What comes in is counted below Socket.IO,
 * as it is read and before it is decoded, whether or not anybody listens to it.
 */
export function createSocketGuard({ addressOf, limits, scale, log }: GuardParts): SocketGuard {
  const concurrencyLimitOf = (most: number) => createConcurrencyLimit(Math.ceil(most * scale))
  const strangers = concurrencyLimitOf(limits.ceilings.addressWithoutToken)
  const members = concurrencyLimitOf(limits.ceilings.addressWithToken)
  const people = concurrencyLimitOf(limits.ceilings.person)
  const { withoutToken, withToken } = limits.traffic
  const strangersTraffic = createBuckets(withoutToken.address, scale)
  const membersTraffic = createBuckets(withToken.address, scale)
  const peoplesTraffic = createBuckets(withToken.person, scale)
  const floodsOfAddress = createBuckets(limits.floods.address, scale)
  const floodsOfPerson = createBuckets(limits.floods.person, scale)
  const inTurn = createPace(limits.upgrades)
  const knownOf = new WeakMap<Connection, Known>()

  function know(connection: Connection): Known {
    const before = knownOf.get(connection)
    if (before !== undefined) return before
    const known: Known = {
      address: addressOf(connection.request),
      bucket: fullBucket(withoutToken.connection, scale),
      sockets: new Set(),
      isEnded: false,
      isClosed: false,
      stopBeingStranger: () => undefined,
      admitted: new Map(),
    }
    knownOf.set(connection, known)
    return known
  }

  function watchConnection(connection: Connection): void {
    const wire: Wire = connection.request.socket
    const known = know(connection)
    beStranger(connection, known)
    const count = (tokens: number) => {
      if (!known.isEnded && !isAffordable(known, tokens)) endFlooding(connection, known)
    }
    // Before the websocket's own listener, so that the rest of a flood is not even looked at.
    wire.prependListener('data', ({ length }: Buffer) => count(1 + length / BYTES_A_TOKEN))
    connection.on('packet', () => count(1))
    // What waits is dropped before the wire tells that it is gone, or each packet of it would be tried, and fail, on its own.
    for (const ending of ['error', 'close']) wire.prependListener(ending, () => connection.close(true))
    let waiting = 0
    connection.on('flush', () => {
      waiting = 0
    })
    connection.on('packetCreate', () => {
      waiting += 1
      const { packets, bytes } = limits.untaken
      if (waiting > packets || wire.writableLength > bytes) cutOffUnread(connection, known)
    })
    connection.once('close', () => {
      stopReading(wire)
      wire.destroySoon()
    })
    wire.once('close', () => {
      known.isClosed = true
      known.stopBeingStranger()
      for (const socket of known.admitted.keys()) depart(known, socket)
    })
  }

  function beStranger(connection: Connection, known: Known): void {
    const leave = strangers.enter(known.address)
    const patience = setTimeout(() => connection.close(true), limits.unauthenticatedTimeoutMs)
    known.stopBeingStranger = () => {
      clearTimeout(patience)
      leave()
    }
  }

  function isAffordable({ address, bucket, sockets }: Known, tokens: number): boolean {
    const userNo = memberAmong(sockets)
    return userNo === undefined
      ? bucket.tryRemoveTokens(tokens) && strangersTraffic.take(address, tokens)
      : peoplesTraffic.take(userNo, tokens) && membersTraffic.take(address, tokens)
  }

  function endFlooding(connection: Connection, { address, sockets }: Known): void {
    const userNo = memberAmong(sockets)
    if (userNo === undefined) floodsOfAddress.take(address)
    else floodsOfPerson.take(userNo)
    log.warn({ userNo }, 'a socket sent too much and was ended')
    end(connection, 'flooding')
  }

  /** A client that reads again comes back, and asks for what it missed. */
  function cutOffUnread(connection: Connection, { sockets }: Known): void {
    const wire = connection.request.socket
    if (wire.destroyed) return
    log.warn({ userNo: memberAmong(sockets) }, 'a socket did not read and was cut off')
    connection.close(true)
    wire.destroy(UNREAD)
  }

  function end(connection: Connection, reason: EndReason): void {
    const known = know(connection)
    if (known.isEnded) return
    known.isEnded = true
    for (const socket of known.sockets) socket.emit('socket:ended', { reason })
    stopReading(connection.request.socket)
    connection.close()
  }

  function comeIn(socket: LiveSocket): void {
    const known = know(socket.conn)
    known.stopBeingStranger()
    known.sockets.add(socket)
    socket.once('disconnect', () => {
      known.sockets.delete(socket)
      if (known.sockets.size === 0 && socket.conn.readyState === 'open') beStranger(socket.conn, known)
    })
  }

  function depart({ admitted }: Known, socket: LiveSocket): void {
    admitted.get(socket)?.()
    admitted.delete(socket)
  }

  return {
    whenUpgradeHasItsTurn(request, answer) {
      const address = addressOf(request)
      const hasPlace = inTurn(address, () => answer(strangers.isReached(address) ? 'crowded' : null))
      if (!hasPlace) answer('crowded')
    },
    admitPerson(socket, userNo) {
      const known = know(socket.conn)
      const { address } = known
      if (floodsOfPerson.isEmpty(userNo)) {
        // Who comes back over and over costs as much as who floods.
        floodsOfAddress.take(address)
        return 'flooding'
      }
      if (members.isReached(address) || people.isReached(userNo)) return 'crowded'
      // Closed while the token was looked at: nobody would count them no longer.
      if (known.isClosed) return null
      const leaving = [members.enter(address), people.enter(userNo)]
      known.admitted.set(socket, () => {
        for (const leave of leaving) leave()
      })
      socket.once('disconnect', () => depart(known, socket))
      return null
    },
    isFlooded: address => floodsOfAddress.isEmpty(address),
    dismiss: socket => depart(know(socket.conn), socket),
    watch(io) {
      // Without long polling nobody has a session to go on with; going on with one would escape the counting.
      io.engine.use((request: EngineRequest, _response: unknown, next: (error?: Error) => void) =>
        next(request._query.sid === undefined ? undefined : new Error('no session')),
      )
      io.engine.on('connection', watchConnection)
      io.of(AGORA_NAMESPACE).on('connection', comeIn)
      io.on('connection', comeIn)
    },
    end: (socket, reason) => end(socket.conn, reason),
    addressOf: socket => know(socket.conn).address,
  }
}

type EngineRequest = IncomingMessage & { _query: Record<string, string | undefined> }

function memberAmong(sockets: Set<LiveSocket>): number | undefined {
  for (const { data } of sockets) if (data.userNo !== undefined) return data.userNo
  return undefined
}

/** What comes later stays where it is. What is still to be sent has a moment to go, should the other end take it. */
function stopReading(wire: Wire): void {
  wire.pause()
  const patience = setTimeout(() => wire.destroy(), FLUSHED_WITHIN_MS)
  wire.once('close', () => clearTimeout(patience))
}
