import { createAdapter } from '@socket.io/redis-adapter'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { type StartupError, settingError } from './startup.ts'

const CONNECT_MS = 6_000
const RECONNECT_MAX_MS = 1_000
/** How long a node waits for the others to execute a cluster command. */
export const CLUSTER_COMMAND_MS = 2_000
const COMMAND_MS = 1_000
/** A connection is reset after this many failed pings in a row; a single failure may be this node's own delay. */
const FAILED_PINGS_MAX = 2

/** Number of messages between nodes since startup. */
export interface RedisTraffic {
  published: number
  received: number
  /** Not accepted by Redis: only clients of this node received them. */
  lost: number
}

/** Connection between the nodes. */
export interface RedisConnection {
  traffic: RedisTraffic
  adapter: ReturnType<typeof createAdapter>
  /** False while a connection is known to be down. */
  isUp(): boolean
  /**
   * Rejects after a timeout unless Redis answers on both connections. Resets a connection that is silent but not
   * closed, which a node would otherwise keep using. Call it periodically.
   */
  ping(): Promise<void>
  /** Prefix of all channels and keys of this installation. */
  prefix: string
  /** For commands. They reject at once, or after COMMAND_MS, while Redis is unreachable. */
  client: Redis | Cluster
  /** Called after each reconnect. */
  onReconnect(listener: () => void): void
  close(): Promise<void>
}

/**
 * Resolves when connected; throws a StartupError otherwise. Only nodes with the same `name` exchange messages:
 * installations may share a Redis.
 * @param url several addresses, separated by commas, are one Redis Cluster.
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
  let isConnected = false
  let reason = '응답 없음'
  for (const connection of [publisher, subscriber]) {
    connection.on('error', error => {
      if (isConnected) log.warn({ reason: error.message }, 'Redis is out of reach')
      else reason = error.message
    })
  }
  try {
    await Promise.all([connect(publisher), connect(subscriber)])
    await assertUsable({ publisher, subscriber }, `geulmaru:${name}:proof`, url)
  } catch (error) {
    publisher.disconnect()
    subscriber.disconnect()
    throw settingErrorOf(error) ?? unreachable(url, reason)
  }
  isConnected = true
  const isUp = () => publisher.status === 'ready' && subscriber.status === 'ready'
  const reconnectChannel = `geulmaru:${name}:back`
  const pingPublisher = createPing(publisher, () => publisher.ping())
  // A subscriber connection allows no other commands; subscribing again changes nothing.
  const pingSubscriber = createPing(subscriber, () => subscriber.subscribe(reconnectChannel))
  const listeners: (() => void)[] = []
  async function notifyReconnected(): Promise<void> {
    if (!isUp()) return
    // This answer arrives after the renewed subscriptions on the same connection: from here on no message is missed.
    await subscriber.subscribe(reconnectChannel)
    log.info('Redis is back')
    for (const listener of listeners) listener()
  }
  for (const connection of [publisher, subscriber]) {
    // If the connection breaks again, another `ready` follows.
    connection.on('ready', () => void notifyReconnected().catch(() => undefined))
  }
  const prefix = `geulmaru:${name}`
  return {
    traffic,
    adapter: createAdapter(publisher, subscriber, { key: prefix, requestsTimeout: CLUSTER_COMMAND_MS }),
    isUp,
    async ping() {
      await Promise.all([pingPublisher(), pingSubscriber()])
    },
    prefix,
    client: publisher,
    onReconnect: listener => {
      listeners.push(listener)
    },
    async close() {
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

interface Connections {
  publisher: Redis | Cluster
  subscriber: Redis | Cluster
}

/** Tries everything the server needs. ioredis only logs an invalid database number and continues with database 0. */
async function assertUsable({ publisher, subscriber }: Connections, key: string, url: string): Promise<void> {
  if (publisher instanceof Redis) await publisher.select(publisher.options.db ?? 0)
  await publisher.set(key, url.length, 'PX', COMMAND_MS)
  await publisher.publish(key, '')
  await subscriber.subscribe(key)
  await subscriber.unsubscribe(key)
}

/** Explains an error response of Redis; null for any other error. */
function settingErrorOf(error: unknown): StartupError | null {
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
 * Rejects after a timeout. `connect()` alone is not enough: for a cluster whose members do not know each other yet it
 * never resolves, though the connection is ready a moment later.
 */
function connect(connection: Redis | Cluster): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('late')), CONNECT_MS).unref()
    connection.once('ready', resolve)
    connection.connect().catch(reject)
  })
}

/** Returns a ping for a connection; resets the connection after repeated failures. */
function createPing(connection: Redis | Cluster, sendPing: () => Promise<unknown>): () => Promise<void> {
  let failures = 0
  return async () => {
    if (connection.status !== 'ready') throw new Error('the line is cut')
    try {
      await sendPing()
      failures = 0
    } catch (error) {
      failures += 1
      if (failures >= FAILED_PINGS_MAX && connection.status === 'ready') {
        failures = 0
        connection.disconnect(true)
      }
      throw error
    }
  }
}

/**
 * Callers that await a command see its failure. The adapter does not await, so a failure must not become an unhandled
 * rejection, which would crash the process. Lost messages are covered by the resync after a reconnect, and
 * subscriptions are renewed.
 */
class SafeRedis extends Redis {
  /** Called for each published message with its outcome. */
  onPublished: (outcome: Promise<unknown>) => void = () => undefined

  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    return ignoreFailure(this, args[0].name, super.sendCommand(...args))
  }
}

class SafeCluster extends Cluster {
  onPublished: (outcome: Promise<unknown>) => void = () => undefined

  override sendCommand(...args: Parameters<Cluster['sendCommand']>): unknown {
    return ignoreFailure(this, args[0].name, super.sendCommand(...args))
  }
}

function ignoreFailure(
  connection: Pick<SafeRedis, 'onPublished'>,
  name: string,
  sent: unknown,
): Promise<unknown> {
  const outcome = Promise.resolve(sent)
  void outcome.catch(() => undefined)
  if (name === 'publish') connection.onPublished(outcome)
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
  if (members.length === 1) return new SafeRedis(url, { ...options, lazyConnect: true, retryStrategy })
  return new SafeCluster(members, {
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    redisOptions: options,
    ...(more.enableOfflineQueue === false && { enableOfflineQueue: false }),
  })
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/,]*@/g, '//')
}
