import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, mongo } from 'mongoose'
import type { Logger } from 'pino'
import { assertDiskSpace, assertWritable, diskFull, freeBytesIn } from '#server/platform/dataDir.ts'
import { StartupError, settingError } from '#server/platform/startup.ts'
import { connectMongo } from './connect.ts'
import { startEmbeddedEngine } from './embedded.ts'

/** An open connection, with the embedded engine if this process runs one. */
export interface Database {
  connection: Connection
  /** Resolves with a message when the embedded engine exits unexpectedly. */
  died: Promise<string>
  isEmbedded: boolean
  close(): Promise<void>
}

const OLDEST_MONGODB = 8

interface DatabaseSettings {
  /** Undefined to use the embedded engine. */
  mongodbUrl: string | undefined
  dataDir: string
  /** Tracing needs command monitoring. */
  tracesUrl?: string | undefined
}

/** Opens the configured MongoDB, or the embedded engine in DATA_DIR. Throws a StartupError. */
export async function openDatabase(
  { mongodbUrl, dataDir, tracesUrl }: DatabaseSettings,
  log: Logger,
): Promise<Database> {
  const onStuck = () => log.error('the driver had given up on the database; connecting anew')
  const options = { isMonitored: tracesUrl !== undefined, onStuck }
  if (mongodbUrl !== undefined) return databaseAt(mongodbUrl, options)
  await assertWritable(dataDir)
  await assertDiskSpace(dataDir, { isNew: !existsSync(join(dataDir, 'mongo', 'WiredTiger')) })
  const engine = await startEmbeddedEngine({ dataDir, log }).catch(error => {
    throw new StartupError(error instanceof Error ? error.message : String(error))
  })
  await writeFile(addressFile(dataDir), engine.url, { mode: 0o600 })
  const closeEngine = async () => {
    await rm(addressFile(dataDir), { force: true })
    await engine.stop()
  }
  try {
    const { connection, close } = await databaseAt(engine.url, options)
    return {
      connection,
      died: engine.died.then(exitReason => explainExit(exitReason, dataDir)),
      isEmbedded: true,
      close: () => close().then(closeEngine),
    }
  } catch (error) {
    await closeEngine()
    throw error
  }
}

/** For tools: joins the engine of a running server in the same DATA_DIR, or opens the database as a server would. */
export async function joinDatabase(settings: DatabaseSettings, log: Logger): Promise<Database> {
  const address =
    settings.mongodbUrl === undefined
      ? await readFile(addressFile(settings.dataDir), 'utf8').catch(() => null)
      : null
  if (address !== null) {
    const database = await databaseAt(address).catch(() => null)
    if (database) return database
  }
  return openDatabase(settings, log)
}

async function databaseAt(url: string, options?: Parameters<typeof connectMongo>[1]): Promise<Database> {
  const connection = await connectMongo(url, options).catch(cannotConnect)
  try {
    const info = await connection.db?.admin().buildInfo().catch(cannotConnect)
    assertVersion(info?.version)
  } catch (error) {
    await connection.close()
    throw error
  }
  return { connection, died: new Promise(() => {}), isEmbedded: false, close: () => connection.close() }
}

function cannotConnect(error: unknown): never {
  throw settingErrorOf(error) ?? unreachable(error)
}

function unreachable(error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error)
  return settingError(
    'MONGODB_URL',
    `이 주소의 MongoDB에 연결할 수 없어요. 주소와 네트워크를 확인해 주세요. [${reason}]`,
    'no MongoDB can be reached at this address; check it, and the network.',
  )
}

/** MongoDB error codes. */
const SIGN_IN_FAILED = [18, 8000]
const UNAUTHORIZED = [13]
const NOT_WRITABLE = [10107, 13435, 11602, 189]
const OUT_OF_DISK_SPACE = 14031

function settingErrorOf(error: unknown): StartupError | null {
  if (!(error instanceof mongo.MongoServerError)) return null
  const code = Number(error.code)
  if (SIGN_IN_FAILED.includes(code))
    return settingError(
      'MONGODB_URL',
      'MongoDB가 이 아이디와 비밀번호를 받지 않아요. 특수 문자는 %로 적어 주세요.',
      'MongoDB does not take this user and password; special characters are to be percent-encoded.',
    )
  if (UNAUTHORIZED.includes(code))
    return settingError(
      'MONGODB_URL',
      '이 사용자에게는 데이터베이스를 읽고 쓸 권한이 없어요. readWrite 역할을 주세요.',
      'this user may not read and write the database; give it the role readWrite.',
    )
  if (NOT_WRITABLE.includes(code))
    return settingError(
      'MONGODB_URL',
      '이 MongoDB는 쓰기를 받지 않아요. 복제 세트의 주소를 적어 주세요.',
      'this MongoDB takes no writes; name the whole replica set.',
    )
  return null
}

/** Explains a database error that a setting causes; null for any other error. */
export function databaseFailure(
  { mongodbUrl, dataDir }: DatabaseSettings,
  error: unknown,
): StartupError | null {
  if (error instanceof mongo.MongoServerError && error.code === OUT_OF_DISK_SPACE)
    return mongodbUrl === undefined
      ? diskFull(dataDir)
      : settingError(
          'MONGODB_URL',
          '이 MongoDB의 디스크에 남은 공간이 500MB보다 적어요.',
          'less than 500 MB are free on the disk of this MongoDB.',
        )
  if (mongodbUrl === undefined) return null
  if (error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError)
    return unreachable(error)
  return settingErrorOf(error)
}

const ENGINE_BYTES_MIN = 10 * 1024 * 1024

/** An engine that cannot write its journal exits, so that it never acknowledges unwritten data. */
async function explainExit(exitReason: string, dataDir: string): Promise<string> {
  const free = await freeBytesIn(dataDir).catch(() => Number.POSITIVE_INFINITY)
  return free < ENGINE_BYTES_MIN ? `${exitReason}\n${diskFull(dataDir).message}` : exitReason
}

/** Throws a StartupError unless the server supports bulk writes over several collections, which shares need. */
export function assertVersion(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MONGODB)
    throw settingError(
      'MONGODB_URL',
      `MongoDB ${OLDEST_MONGODB}.0 이상이어야 해요. 지금은 ${version}이에요.`,
      `MongoDB ${OLDEST_MONGODB}.0 or later is needed; this one is ${version}.`,
    )
}

/** Holds the address of the running engine, for tools. A crash may leave it behind. */
function addressFile(dataDir: string): string {
  return join(dataDir, 'mongo-url')
}
