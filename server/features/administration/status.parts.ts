import type { Connection } from 'mongoose'
import type { OtherNode } from '#server/live/nodes.ts'
import type { RedisConnection } from '#server/platform/redis.ts'

/** The parts of a node that the status page examines. */
export interface StatusParts {
  /** The ID of this node. */
  nodeId: string
  otherNodes(): OtherNode[]
  mongo: Connection
  /** Null on a single node. */
  redis: RedisConnection | null
  dataDir: string
  /** Whether the database is the embedded engine. */
  isEmbedded: boolean
}
