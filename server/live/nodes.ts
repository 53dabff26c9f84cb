import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { CLUSTER_COMMAND_MS, type RedisConnection } from '#server/platform/redis.ts'
import packageJson from '../../package.json' with { type: 'json' }
import {
  type ClusterCommand,
  type EachMessage,
  type LiveServer,
  type MembersMessage,
  NODE_EVENTS,
  publishToEachLocally,
  publishToMembersLocally,
} from './broadcast.ts'
import type { RoomMembership } from './roomMembership.ts'

interface NodeParts {
  io: LiveServer
  /** The ID of this node. */
  nodeId: string
  roomMembership: RoomMembership
  redis: RedisConnection
  metrics: Metrics
  log: Logger
}

/**
 * Connects this node to the others. After a possible message loss the affected nodes resync their sockets: this node
 * and the others after a Redis reconnect, the remaining nodes after one died.
 */
export function joinNodes({ io, nodeId, roomMembership, redis, metrics, log }: NodeParts) {
  const publishNodeLeft = (goneId: string) => void io.local.emit('node:gone', { nodeId: goneId })
  const nodes = watchNodes({
    sendHeartbeat: () => io.serverSideEmit(NODE_EVENTS.heartbeat, nodeId, packageJson.version),
    isRedisUp: redis.isUp,
    onNodeLost(peerId) {
      log.warn({ peerId }, 'missed heartbeats of a node')
      publishNodeLeft(peerId)
      void roomMembership.resync()
    },
  })
  const checkMembership = createRepeater(roomMembership.checkAll, PARTITIONED_CHECK_MS)
  const redisHealth = watchRedisHealth({
    ping: redis.ping,
    onChange(isDelayed) {
      checkMembership[isDelayed ? 'start' : 'stop']()
      for (const namespace of [io.of('/'), io.of(AGORA_NAMESPACE)])
        namespace.local.emit('news:delayed', { isDelayed })
    },
  })
  io.on(NODE_EVENTS.heartbeat, nodes.receiveHeartbeat)
  io.on(NODE_EVENTS.nodeLeft, peerId => {
    nodes.remove(peerId)
    publishNodeLeft(peerId)
  })
  io.on(NODE_EVENTS.resync, () => void roomMembership.resync())
  io.on(NODE_EVENTS.clusterCommand, (command, done) => {
    void roomMembership.execute(command).then(done)
  })
  io.on(NODE_EVENTS.publishToEach, message => publishToEachLocally(io, message))
  io.on(NODE_EVENTS.countSockets, respond => respond(io.engine.clientsCount))
  io.on(NODE_EVENTS.publishToMembers, message => publishToMembersLocally(io, message))
  const requestResync = () => void io.serverSideEmit(NODE_EVENTS.resync)
  redis.onReconnect(() => {
    requestResync()
    void roomMembership.resync()
  })

  return {
    requestResync,
    /** Whether this node cannot reach the others. */
    isPartitioned: redisHealth.isPartitioned,
    /** Whether other nodes are known. */
    hasOthers: nodes.hasOthers,
    /** The other nodes whose heartbeats arrive. While Redis is down, the last known ones. */
    others: nodes.others,
    /**
     * Resolves when the other nodes have executed the command. Resolves at once while Redis is down, and after
     * CLUSTER_COMMAND_MS if a node does not answer; such nodes resync after the reconnect.
     */
    async sendCommand(command: ClusterCommand): Promise<void> {
      if (!redis.isUp()) return
      // The adapter never answers if the connection breaks meanwhile.
      const late = wait(CLUSTER_COMMAND_MS, 'late', { ref: false })
      const outcome = await Promise.race([
        io.serverSideEmitWithAck(NODE_EVENTS.clusterCommand, command),
        late,
      ]).catch(() => 'late')
      if (outcome !== 'late') return
      metrics.unansweredClusterCommands += 1
      log.warn({ kind: command.kind }, 'a node did not answer')
    },
    /** Counts the sockets of the other nodes; 0 if they cannot be reached. */
    async countSockets(): Promise<number> {
      if (!redis.isUp()) return 0
      const late = wait(CLUSTER_COMMAND_MS, [], { ref: false })
      const counts = await Promise.race([io.serverSideEmitWithAck(NODE_EVENTS.countSockets), late]).catch(
        () => [],
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    publishToEach: (message: EachMessage) => io.serverSideEmit(NODE_EVENTS.publishToEach, message),
    publishToMembers: (message: MembersMessage) => io.serverSideEmit(NODE_EVENTS.publishToMembers, message),
    /** Announces the shutdown, so that the other nodes do not take this node for dead. */
    leave() {
      nodes.stop()
      redisHealth.stop()
      checkMembership.stop()
      io.serverSideEmit(NODE_EVENTS.nodeLeft, nodeId)
    },
  }
}

/** How often a node that cannot reach the others reads who may still receive what. */
const PARTITIONED_CHECK_MS = 5_000

/** Repeats a task, and skips a time at which it still runs. */
function createRepeater(task: () => Promise<void>, everyMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined
  let isRunning = false
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    await task()
    isRunning = false
  }
  return {
    start() {
      clearInterval(timer)
      timer = setInterval(() => void run(), everyMs)
    },
    stop: () => clearInterval(timer),
  }
}

const HEARTBEAT_MS = 500
/** A node counts as dead after this many of our own heartbeats without one of its own: 2.5 to 3 s. */
const MISSED_BEATS_MAX = 5

export interface OtherNode {
  nodeId: string
  /** Null if it does not tell its release. */
  release: string | null
}

interface NodeWatchParts {
  sendHeartbeat(): void
  /** Whether nodes can reach each other; while they cannot, silence means nothing. */
  isRedisUp(): boolean
  /** A node died; events for its last writes may be lost. */
  onNodeLost(nodeId: string): void
}

/**
 * Detects dead nodes. Silence is counted in our own heartbeats, so a node that was blocked itself does not take the
 * others for dead.
 */
export function watchNodes({ sendHeartbeat, isRedisUp, onNodeLost }: NodeWatchParts) {
  const missedBeats = new Map<string, number>()
  const releases = new Map<string, string>()

  function remove(nodeId: string): void {
    missedBeats.delete(nodeId)
    releases.delete(nodeId)
  }

  function beat(): void {
    sendHeartbeat()
    if (!isRedisUp()) return
    for (const [nodeId, silence] of missedBeats) {
      missedBeats.set(nodeId, silence + 1)
      if (silence < MISSED_BEATS_MAX) continue
      remove(nodeId)
      onNodeLost(nodeId)
    }
  }
  sendHeartbeat()
  const timer = setInterval(beat, HEARTBEAT_MS)

  return {
    receiveHeartbeat(nodeId: string, release?: string): void {
      // A new node must know this one before the next heartbeat, to notice if this one dies until then.
      if (!missedBeats.has(nodeId)) sendHeartbeat()
      missedBeats.set(nodeId, 0)
      if (release !== undefined) releases.set(nodeId, release)
    },
    remove,
    hasOthers: () => missedBeats.size > 0,
    others: (): OtherNode[] =>
      [...missedBeats.keys()].map(nodeId => ({ nodeId, release: releases.get(nodeId) ?? null })),
    stop: () => clearInterval(timer),
  }
}

const CHECK_MS = 500
/** Shorter outages are not reported. */
const SILENCE_MS = 1_000

interface RedisHealthParts {
  /** Rejects within a time limit when Redis is unreachable. */
  ping(): Promise<unknown>
  /** Called with true when the other nodes become unreachable, with false when they are reachable again. */
  onChange(isPartitioned: boolean): void
}

/** Detects within 3 s that this node lost, or regained, its connection to the others. */
export function watchRedisHealth({ ping, onChange }: RedisHealthParts) {
  let answeredAt = Date.now()
  let isPartitioned = false
  let isPinging = false

  function setPartitioned(value: boolean): void {
    if (value === isPartitioned) return
    isPartitioned = value
    onChange(value)
  }

  async function check(): Promise<void> {
    if (isPinging) return
    isPinging = true
    try {
      await ping()
      answeredAt = Date.now()
      setPartitioned(false)
    } catch {
      if (Date.now() - answeredAt >= SILENCE_MS) setPartitioned(true)
    }
    isPinging = false
  }
  const timer = setInterval(() => void check(), CHECK_MS)

  return {
    isPartitioned: () => isPartitioned,
    stop: () => clearInterval(timer),
  }
}
