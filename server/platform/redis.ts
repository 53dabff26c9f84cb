import { createAdapter } from '@socket.io/redis-adapter'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type StartupError, settingError } from './startupError.ts'

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
  let reason = '응답 없음'
  for (const line of [publisher, subscriber]) {
    line.on('error', error => {
      if (stood) log.warn({ reason: error.message }, 'Redis is out of reach')
      else reason = error.message
    })
  }
  try {
    await Promise.all([opened(publisher), opened(subscriber)])
    await prove({ publisher, subscriber }, `geulmaru:${name}:proof`, url)
  } catch (error) {
    publisher.disconnect()
    subscriber.disconnect()
    throw rejectedBy(error) ?? unreachable(url, reason)
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

interface Lines {
  publisher: Redis | Cluster
  subscriber: Redis | Cluster
}

/** Does once what the server does all the time. Of a database number that there is not ioredis only tells, and goes on with the first. */
async function prove({ publisher, subscriber }: Lines, key: string, url: string): Promise<void> {
  if (publisher instanceof Redis) await publisher.select(publisher.options.db ?? 0)
  await publisher.set(key, url.length, 'PX', COMMAND_MS)
  await publisher.publish(key, '')
  await subscriber.subscribe(key)
  await subscriber.unsubscribe(key)
}

/** What Redis answered, by the first word of its errors; null for everything else. */
function rejectedBy(error: unknown): StartupError | null {
  const message = error instanceof Error ? error.message : ''
  if (/DB index|invalid DB/i.test(message))
    return settingError(
      'REDIS_URL',
      '이 Redis에는 그 번호의 데이터베이스가 없어요. 번호를 지우거나 있는 번호로 바꿔 주세요.',
      'this Redis has no database of that number; leave it out, or choose one that there is.',
    )
  if (/^NOPERM/.test(message))
    return settingError(
      'REDIS_URL',
      '이 사용자에게는 키를 쓰고 채널로 주고받을 권한이 없어요.',
      'this user may not write keys, publish and subscribe.',
    )
  if (/^READONLY/.test(message))
    return settingError(
      'REDIS_URL',
      '이 Redis는 쓰기를 받지 않아요. 복제본이 아닌 서버의 주소를 적어 주세요.',
      'this Redis takes no writes; name the primary.',
    )
  return null
}

function unreachable(url: string, reason: string): StartupError {
  if (/^(WRONGPASS|NOAUTH)|invalid password/i.test(reason))
    return settingError(
      'REDIS_URL',
      'Redis가 이 비밀번호를 받지 않아요.',
      'Redis does not take this password.',
    )
  return settingError(
    'REDIS_URL',
    `${withoutPassword(url)}의 Redis에 연결할 수 없어요. 주소와 네트워크, redis와 rediss 중 무엇인지 확인해 주세요. [${reason}]`,
    'no Redis answers at this address; check it, the network, and whether it is redis or rediss.',
  )
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
