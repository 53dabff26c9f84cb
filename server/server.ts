import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { type App, createApp } from './app.ts'
import { type Config, StartError } from './config.ts'
import { connectMongo, makeIndexes } from './platform/mongo/connect.ts'
import { type EmbeddedEngine, startEmbeddedEngine } from './platform/mongo/embedded.ts'
import { connectRedis } from './platform/redis.ts'
import { secretIn } from './platform/secret.ts'

const SWEEP_MS = 60_000
/** How long requests under way may take when the server stops. */
const GRACE_MS = 5_000

export interface RunningServer {
  url: string
  app: App
  /** Resolves with a sentence when the server cannot go on. */
  failed: Promise<string>
  stop(): Promise<void>
}

/**
 * Start: database, bus, indexes, unfinished work, port. Stop, in the reverse order:
 *
 * 1. no new connections; the sockets are closed, and their clients connect elsewhere
 * 2. requests under way are answered, for GRACE_MS at most
 * 3. the line to Redis, the connection to MongoDB, and the embedded engine if there is one
 */
export async function startServer(
  config: Config,
  { log, clientDirectory }: { log: Logger; clientDirectory: string | null },
): Promise<RunningServer> {
  const secret = config.jwtSecret ?? (await secretIn(config.dataDir))
  const engine = config.mongodbUrl === undefined ? await openEngine(config.dataDir, log) : null
  const mongo = await connectMongo(engine?.url ?? config.mongodbUrl ?? '').catch(async error => {
    await engine?.stop()
    throw new StartError(`MongoDB에 연결할 수 없어요: ${error instanceof Error ? error.message : error}`)
  })
  const redis = config.redisUrl === undefined ? null : await connectRedis(config.redisUrl, mongo.name, log)

  const app = createApp({ mongo, redis, secret, clock: () => new Date(), log, clientDirectory })
  await makeIndexes(mongo)
  log.info('indexes are in place')
  // An embedded database has one server, so nobody else can still be at work on it.
  if (engine !== null) await app.context.unfinished.releaseAll()
  await app.sweep()
  const sweeping = setInterval(() => {
    app.sweep().catch(error => log.error({ err: error }, 'sweeping failed'))
  }, SWEEP_MS)

  async function stop(): Promise<void> {
    clearInterval(sweeping)
    const closed = once(app.http, 'close')
    void app.io.close()
    const cutOff = setTimeout(() => app.http.closeAllConnections(), GRACE_MS)
    app.http.closeIdleConnections()
    await closed
    clearTimeout(cutOff)
    await redis?.close()
    await mongo.close()
    await engine?.stop()
  }

  try {
    await listen(app, config)
  } catch (error) {
    clearInterval(sweeping)
    await redis?.close()
    await mongo.close()
    await engine?.stop()
    throw error
  }
  return { url: urlOf(app, config.host), app, failed: engine?.died ?? new Promise(() => {}), stop }
}

async function openEngine(dataDir: string, log: Logger): Promise<EmbeddedEngine> {
  try {
    return await startEmbeddedEngine({ dataDir, log })
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error))
  }
}

async function listen({ http }: App, { port, host }: Config): Promise<void> {
  http.listen(port, host)
  try {
    await once(http, 'listening')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    const advice =
      reason === 'EADDRINUSE' ? '다른 프로그램이 쓰고 있어요. PORT를 바꿔 주세요.' : String(reason)
    throw new StartError(`${host}:${port}에서 열 수 없어요. ${advice}`)
  }
}

function urlOf({ http }: App, host: string): string {
  const { port } = http.address() as AddressInfo
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}
