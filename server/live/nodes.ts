import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { ORDER_MS, type RedisConnection } from '#server/platform/redis.ts'
import {
  type EachMessage,
  type LiveServer,
  type MembersMessage,
  type Order,
  publishToEachLocally,
  publishToMembersLocally,
} from './broadcast.ts'
import { watchNodes } from './nodeHeartbeat.ts'
import { watchReachability } from './redisHealth.ts'
import type { RoomMembership } from './roomMembership.ts'

export interface NodeParts {
  io: LiveServer
  /** This node's own. */
  nodeId: string
  roomMembership: RoomMembership
  redis: RedisConnection
  metrics: Metrics
  log: Logger
}

/**
 * This node among the others. Whenever words between nodes may have been lost, all that may have missed some renew
 * what their sockets know: this node and the others when its connection is back, those who are left when one dies.
 */
export function joinNodes({ io, nodeId, roomMembership, redis, metrics, log }: NodeParts) {
  const tellGone = (goneId: string) => void io.local.emit('node:gone', { nodeId: goneId })
  const peers = watchNodes({
    sendHeartbeat: () => io.serverSideEmit('here', nodeId),
    isRedisUp: redis.isUp,
    onNodeLost(peerId) {
      log.warn({ peerId }, 'a node fell silent')
      tellGone(peerId)
      void roomMembership.renew()
    },
  })
  const reachability = watchReachability({
    ask: redis.ask,
    onChange(isDelayed) {
      for (const namespace of [io.of('/'), io.of(AGORA_NAMESPACE)])
        namespace.local.emit('news:delayed', { isDelayed })
    },
  })
  io.on('here', peers.receive)
  io.on('gone', peerId => {
    peers.part(peerId)
    tellGone(peerId)
  })
  io.on('renew', () => void roomMembership.renew())
  io.on('order', (order, done) => {
    void roomMembership.carryOut(order).then(done)
  })
  io.on('tellEach', message => publishToEachLocally(io, message))
  io.on('countSockets', tell => tell(io.engine.clientsCount))
  io.on('tellMembers', message => publishToMembersLocally(io, message))
  const renewOthers = () => void io.serverSideEmit('renew')
  redis.onBack(() => {
    renewOthers()
    void roomMembership.renew()
  })

  return {
    renewOthers,
    /** Whether it cannot hear them. */
    isPartitioned: reachability.isPartitioned,
    /** Whether there are others, as far as it hears. */
    hasOthers: peers.hasSome,
    /**
     * Resolves when the other nodes have carried the order out, or cannot be waited for: at once while the connection is
     * down, after ORDER_MS when somebody does not answer. They renew when they hear each other again.
     */
    async order(order: Order): Promise<void> {
      if (!redis.isUp()) return
      // The adapter forgets to answer when the connection breaks under it.
      const late = wait(ORDER_MS, 'late', { ref: false })
      const outcome = await Promise.race([io.serverSideEmitWithAck('order', order), late]).catch(() => 'late')
      if (outcome !== 'late') return
      metrics.ordersUnanswered += 1
      log.warn({ kind: order.kind }, 'a node did not answer')
    },
    /** At the other nodes; 0 when they cannot be asked. */
    async countSockets(): Promise<number> {
      if (!redis.isUp()) return 0
      const late = wait(ORDER_MS, [], { ref: false })
      const counts = await Promise.race([io.serverSideEmitWithAck('countSockets'), late]).catch(() => [])
      return counts.reduce((sum, count) => sum + count, 0)
    },
    tellEach: (message: EachMessage) => io.serverSideEmit('tellEach', message),
    tellMembers: (message: MembersMessage) => io.serverSideEmit('tellMembers', message),
    /** A goodbye, so that the others do not miss it. */
    part() {
      peers.stop()
      reachability.stop()
      io.serverSideEmit('gone', nodeId)
    },
  }
}
