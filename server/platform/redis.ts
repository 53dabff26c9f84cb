import { createAdapter } from '@socket.io/redis-adapter'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { StartError } from './startError.ts'

const CONNECT_MS = 6_000
const RECONNECT_MAX_MS = 1_000
/** How long a node waits for the others to carry out an order. */
export const ORDER_MS = 2_000
/** How long a request waits for Redis. */
const COMMAND_MS = 1_000
/** After as many questions one after the other that nobody answered a connection is broken off: one may be this node's own delay. */
const UNANSWERED_MAX = 2

/** Messages between nodes, since the start. */
export interface RedisTraffic {
  published: number
  received: number
  /** Not taken by Redis: nobody but this node's own people heard them. */
  lost: number
}

/** The connection between nodes. */
export interface RedisConnection {
  traffic: RedisTraffic
  adapter: ReturnType<typeof createAdapter>
  /** False while it is known to be cut. */
  isUp(): boolean
  /**
   * Rejects, in time, unless Redis answers on each connection. One that is silent, though nobody has closed it, is begun anew;
   * otherwise a node would go on listening to it for ever. To be asked all the time.
   */
  ask(): Promise<void>
  /** Begins every channel and key of this installation. */
  prefix: string
  /** For commands; each rejects at once, or after COMMAND_MS, when Redis is out of reach. */
  client: Redis | Cluster
  /** Calls back each time the connection is back after it was cut. */
  onBack(listener: () => void): void
  close(): Promise<void>
}

/**
 * Resolves when it is connected; throws StartError when it is not in time.
 * Only nodes with the same `name` hear each other: installations may share a Redis.
 * @param url several, divided by commas, are members of one Redis Cluster.
 */
export async function connectRedis(url: string, name: string, log: Logger): Promise<RedisConnection> {
  const traffic: RedisTraffic = { published: 0, received: 0, lost: 0 }
  const publisher = openConnection(url, { enableOfflineQueue: false })
  const subscriber = openConnection(url, {})
  publisher.onPublished = outcome => {
    traffic.published += 1
    outcome.catch(() => {
      traffic.lost += 1
    })
  }
  for (const kind of ['messageBuffer', 'pmessageBuffer'])
    subscriber.on(kind, () => {
      traffic.received += 1
    })
  let stood = false
  for (const line of [publisher, subscriber]) {
    line.on('error', error => {
      if (stood) log.warn({ reason: error.message }, 'Redis is out of reach')
    })
  }
  try {
    await Promise.all([opened(publisher), opened(subscriber)])
  } catch {
    publisher.disconnect()
    subscriber.disconnect()
    throw new StartError(`REDIS_URL의 Redis에 연결할 수 없어요: ${withoutPassword(url)}`)
  }
  stood = true
  const isUp = () => publisher.status === 'ready' && subscriber.status === 'ready'
  const backChannel = `geulmaru:${name}:back`
  const askPublisher = questionOn(publisher, () => publisher.ping())
  // What only listens may be asked nothing else; to subscribe again changes nothing.
  const askSubscriber = questionOn(subscriber, () => subscriber.subscribe(backChannel))
  const listeners: (() => void)[] = []
  async function tellBack(): Promise<void> {
    if (!isUp()) return
    // Answered after the subscriptions that are renewed on the same connection: from here on nothing is missed.
    await subscriber.subscribe(backChannel)
    log.info('Redis is back')
    for (const listener of listeners) listener()
  }
  for (const line of [publisher, subscriber]) {
    // Broken again, it will be back again.
    line.on('ready', () => void tellBack().catch(() => undefined))
  }
  const prefix = `geulmaru:${name}`
  return {
    traffic,
    adapter: createAdapter(publisher, subscriber, { key: prefix, requestsTimeout: ORDER_MS }),
    isUp,
    async ask() {
      await Promise.all([askPublisher(), askSubscriber()])
    },
    prefix,
    client: publisher,
    onBack: listener => {
      listeners.push(listener)
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/**
 * Rejects when nobody answers in time. Not `connect()` alone: of a cluster whose members do not know each other yet it never
 * resolves, though the connection is made a moment later.
 */
function opened(line: Redis | Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('late')), CONNECT_MS).unref()
    line.once('ready', resolve)
    line.connect().catch(reject)
  })
}

/** Returns how to ask over a connection, which is begun anew when nobody answers. */
function questionOn(line: Redis | Cluster, question: () => Promise<unknown>): () => Promise<void> {
  let unanswered = 0
  return async () => {
    if (line.status !== 'ready') throw new Error('the line is cut')
    try {
      await question()
      unanswered = 0
    } catch (error) {
      unanswered += 1
      if (unanswered >= UNANSWERED_MAX && line.status === 'ready') {
        unanswered = 0
        line.disconnect(true)
      }
      throw error
    }
  }
}

/**
 * Whoever waits for the outcome of a command hears of its failure. The adapter does not, so a failure must not become
 * an unhandled rejection, which would end the process: what it cannot publish now is dropped, since everybody fetches
 * anew when the connection is back, and what it subscribes to is subscribed to again.
 */
class ForgivingRedis extends Redis {
  /** Hears of each message that is given to Redis, with what comes of it. */
  onPublished: (outcome: Promise<unknown>) => void = () => undefined

  override sendCommand(...words: Parameters<Redis['sendCommand']>): unknown {
    return forgiven(this, words[0].name, super.sendCommand(...words))
  }
}

/** The same before several servers that are one. */
class ForgivingCluster extends Cluster {
  onPublished: (outcome: Promise<unknown>) => void = () => undefined

  override sendCommand(...words: Parameters<Cluster['sendCommand']>): unknown {
    return forgiven(this, words[0].name, super.sendCommand(...words))
  }
}

function forgiven(line: Pick<ForgivingRedis, 'onPublished'>, name: string, sent: unknown): Promise<unknown> {
  const outcome = Promise.resolve(sent)
  void outcome.catch(() => undefined)
  if (name === 'publish') line.onPublished(outcome)
  return outcome
}

function openConnection(url: string, more: { enableOfflineQueue?: boolean }) {
  const retryStrategy = (attempt: number) => Math.min(attempt * 100, RECONNECT_MAX_MS)
  const options = {
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    disconnectTimeout: COMMAND_MS,
    maxRetriesPerRequest: null,
    ...more,
  }
  const members = url.split(',')
  if (members.length === 1) return new ForgivingRedis(url, { ...options, lazyConnect: true, retryStrategy })
  return new ForgivingCluster(members, {
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    redisOptions: options,
    ...(more.enableOfflineQueue === false && { enableOfflineQueue: false }),
  })
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/,]*@/g, '//')
}
