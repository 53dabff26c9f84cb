import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { RedisConnection } from '#server/platform/redis.ts'

/** What a node needs so that people may be sent to it. */
export type Need = 'mongodb' | 'redis' | 'notStopping'

export interface Readiness {
  /** Of each need whether the node has it, as of half a second ago at the earliest. Never throws. */
  look(): Promise<Record<Need, boolean>>
  /** From now on nobody new is to be sent here. */
  stopping(): void
}

/** So long an answer counts: however often somebody asks, the services are asked once. */
const COUNTS_MS = 500
/** What has not answered by then is away. */
const ANSWERED_WITHIN_MS = 1_000

interface ReadinessParts {
  mongo: Connection
  /** Null on a single node, which needs none. */
  redis: RedisConnection | null
}

export function createReadiness({ mongo, redis }: ReadinessParts): Readiness {
  let isStopping = false
  const hasMongo = askedAtTimes(async () => mongo.db?.admin().ping())
  const hasRedis = askedAtTimes(async () => redis?.client.ping())

  return {
    async look() {
      const [mongodb, redisThere] = await Promise.all([hasMongo(), redis === null || hasRedis()])
      return { mongodb, redis: redisThere, notStopping: !isStopping }
    },
    stopping() {
      isStopping = true
    },
  }
}

/** Whether a service answers in time; whoever asks soon after is told the same. */
function askedAtTimes(ask: () => Promise<unknown>): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null

  function askNow(): Promise<boolean> {
    const answers = ask().then(
      () => true,
      () => false,
    )
    return Promise.race([answers, wait(ANSWERED_WITHIN_MS, false, { ref: false })])
  }

  return () => {
    const now = performance.now()
    if (last === null || now - last.at > COUNTS_MS) last = { at: now, answer: askNow() }
    return last.answer
  }
}
