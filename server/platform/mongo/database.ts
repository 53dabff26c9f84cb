import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, mongo } from 'mongoose'
import type { Logger } from 'pino'
import { diskFull, freeBytesIn, proveDataDir, requireDiskSpace } from '#server/platform/dataDir.ts'
import { StartupError, settingError } from '#server/platform/startupError.ts'
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
  await proveDataDir(dataDir)
  await requireDiskSpace(dataDir, { isNew: !existsSync(join(dataDir, 'mongo', 'WiredTiger')) })
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
      died: engine.died.then(how => diedOf(how, dataDir)),
      isOurs: true,
      close: () => close().then(closeEngine),
    }
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
  throw rejected(error) ?? unreachable(error)
}

function unreachable(error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error)
  return settingError(
    'MONGODB_URL',
    `이 주소의 MongoDB에 연결할 수 없어요. 주소와 네트워크를 확인해 주세요. [${reason}]`,
    'no MongoDB can be reached at this address; check it, and the network.',
  )
}

/** By the codes of MongoDB's errors. */
const SIGN_IN_FAILED = [18, 8000]
const CAN_NOT = [13]
const NOT_WRITABLE = [10107, 13435, 11602, 189]
const OUT_OF_DISK_SPACE = 14031

function rejected(error: unknown): StartupError | null {
  if (!(error instanceof mongo.MongoServerError)) return null
  const code = Number(error.code)
  if (SIGN_IN_FAILED.includes(code))
    return settingError(
      'MONGODB_URL',
      'MongoDB가 이 아이디와 비밀번호를 받지 않아요. 특수 문자는 %로 적어 주세요.',
      'MongoDB does not take this user and password; special characters are to be percent-encoded.',
    )
  if (CAN_NOT.includes(code))
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

/** Why a start failed at the database, where that is the fault of a setting; null for any other error. */
export function databaseFailure({ mongodbUrl, dataDir }: Where, error: unknown): StartupError | null {
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
  return rejected(error)
}

const ROOM_OF_AN_ENGINE = 10 * 1024 * 1024

/** An engine that cannot write its journal ends, so that nothing is acknowledged which is not on the disk. */
async function diedOf(how: string, dataDir: string): Promise<string> {
  const free = await freeBytesIn(dataDir).catch(() => Number.POSITIVE_INFINITY)
  return free < ROOM_OF_AN_ENGINE ? `${how}\n${diskFull(dataDir).message}` : how
}

/** Throws StartError unless it knows bulk writes over several collections, which a share is saved by. */
export function requireVersion(version: string): void {
  if (Number.parseInt(version, 10) < OLDEST_MONGODB)
    throw settingError(
      'MONGODB_URL',
      `MongoDB ${OLDEST_MONGODB}.0 이상이어야 해요. 지금은 ${version}이에요.`,
      `MongoDB ${OLDEST_MONGODB}.0 or later is needed; this one is ${version}.`,
    )
}

/** Tells tools where the running server's engine listens; a crash may leave it behind, pointing nowhere. */
function addressFile(dataDir: string): string {
  return join(dataDir, 'mongo-url')
}
