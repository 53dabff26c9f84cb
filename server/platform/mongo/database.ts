import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { StartError } from '#server/platform/startError.ts'
import { connectMongo } from './connect.ts'
import { startEmbeddedEngine } from './embedded.ts'

/** An open connection, and the embedded engine behind it if this process runs one. */
export interface Database {
  connection: Connection
  /** Resolves with a sentence when our engine's process ends by itself. */
  died: Promise<string>
  isOurs: boolean
  close(): Promise<void>
}

const OLDEST_MONGODB = 8

interface Where {
  /** Undefined: the embedded engine. */
  mongodbUrl: string | undefined
  dataDir: string
  /** Where traces go: the commands are monitored for them. */
  tracesUrl?: string | undefined
}

/** The configured MongoDB, or the embedded engine on DATA_DIR. Throws StartError with one sentence. */
export async function openDatabase(
  { mongodbUrl, dataDir, tracesUrl }: Where,
  log: Logger,
): Promise<Database> {
  const onStuck = () => log.error('the driver had given up on the database; connecting anew')
  const options = { isMonitored: tracesUrl !== undefined, onStuck }
  if (mongodbUrl !== undefined) return databaseAt(mongodbUrl, options)
  const engine = await startEmbeddedEngine({ dataDir, log }).catch(error => {
    throw new StartError(error instanceof Error ? error.message : String(error))
  })
  await writeFile(addressFile(dataDir), engine.url, { mode: 0o600 })
  const closeEngine = async () => {
    await rm(addressFile(dataDir), { force: true })
    await engine.stop()
  }
  try {
    const { connection, close } = await databaseAt(engine.url, options)
    return { connection, died: engine.died, isOurs: true, close: () => close().then(closeEngine) }
  } catch (error) {
    await closeEngine()
    throw error
  }
}

/** For tools: the engine of a server that runs on the same DATA_DIR, or else what a server would open. */
export async function joinDatabase(where: Where, log: Logger): Promise<Database> {
  const address =
    where.mongodbUrl === undefined
      ? await readFile(addressFile(where.dataDir), 'utf8').catch(() => null)
      : null
  if (address !== null) {
    const joined = await databaseAt(address).catch(() => null)
    if (joined) return joined
  }
  return openDatabase(where, log)
}

async function databaseAt(url: string, options?: Parameters<typeof connectMongo>[1]): Promise<Database> {
  const connection = await connectMongo(url, options).catch(cannotConnect)
  try {
    const info = await connection.db?.admin().buildInfo().catch(cannotConnect)
    requireVersion(info?.version)
  } catch (error) {
    await connection.close()
    throw error
  }
  return { connection, died: new Promise(() => {}), isOurs: false, close: () => connection.close() }
}

function cannotConnect(error: unknown): never {
  throw new StartError(`MongoDB에 연결할 수 없어요: ${error instanceof Error ? error.message : error}`)
}

/** Throws StartError unless it knows bulk writes over several collections, which a share is saved by. */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MONGODB)
    throw new StartError(
      `MongoDB ${OLDEST_MONGODB}.0 이상을 쓰도록 MONGODB_URL을 바꿔 주세요. 지금은 ${version}이에요.`,
    )
}

/** Tells tools where the running server's engine listens; a crash may leave it behind, pointing nowhere. */
function addressFile(dataDir: string): string {
  return join(dataDir, 'mongo-url')
}
