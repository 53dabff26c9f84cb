import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Connection } from 'mongoose'
import { RELEASE } from '#server/platform/mongo/migrations.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { type BackedUp, backedUp, readAgainAfter } from './backup.collections.ts'
import { BSON, FILE_VERSION, frame, type Header, type Keys } from './backup.file.ts'

/** Documents that came into being so long before the beginning, by the clock of some node, may be new all the same. */
const CLOCKS_DIFFER_MS = 60_000
/** Documents that are fetched at a time. */
const BATCH = 200

export interface BackupParts {
  /** Null: without the keys that sign tokens and notifications. */
  keys: Keys | null
  app: string
  now: Date
  /** Called when a collection was read: for tests, which change something then. */
  onRead?: (collection: BackedUp) => Promise<void>
}

/**
 * Writes all that is kept into a new file that its owner alone may read, while the server goes on. Returns how many documents
 * there are of each collection. Throws StartError when the file is there already or cannot be written; then there is none.
 */
export async function makeBackup(
  connection: Connection,
  path: string,
  parts: BackupParts,
): Promise<Record<string, number>> {
  const file = await open(path, 'wx', 0o600).catch(error => cannotWrite(path, error))
  try {
    const counts = await writeFrames(connection, file, parts)
    return counts
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') cannotWrite(path, error)
    throw error
  } finally {
    await file.close().catch(() => undefined)
  }
}

async function writeFrames(connection: Connection, file: FileHandle, parts: BackupParts) {
  const counts: Record<string, number> = {}
  const sha256 = createHash('sha256')
  async function* hashed() {
    for await (const bytes of framesOf(connection, parts, counts)) {
      sha256.update(bytes)
      yield bytes
    }
    yield frame('E', { counts, sha256: sha256.digest('hex') })
  }
  const target = createWriteStream('', { fd: file, flush: true })
  await pipeline(Readable.from(hashed(), { objectMode: false }), createGzip(), target)
  return counts
}

async function* framesOf(
  connection: Connection,
  { keys, app, now, onRead }: BackupParts,
  counts: Record<string, number>,
): AsyncGenerator<Buffer> {
  yield frame('H', await headerOf(connection, { app, now }))
  if (keys !== null) yield frame('K', keys)
  const isNew = { _id: { $gte: BSON.ObjectId.createFromTime((now.getTime() - CLOCKS_DIFFER_MS) / 1000) } }
  for (const collection of backedUp) {
    yield* documentsOf(collection, {})
    for (const again of readAgainAfter[collection] ?? []) yield* documentsOf(again, isNew)
  }

  async function* documentsOf(collection: BackedUp, filter: object) {
    yield frame('C', { name: collection })
    counts[collection] ??= 0
    const found = connection
      .collection(collection)
      .find<Buffer>(filter, { raw: true, sort: { _id: 1 }, batchSize: BATCH })
    for await (const document of found) {
      counts[collection] += 1
      yield frame('D', document)
    }
    await onRead?.(collection)
  }
}

async function headerOf(connection: Connection, { app, now }: { app: string; now: Date }): Promise<Header> {
  const installation = await connection
    .collection<{ _id: string; migrated?: number[] }>('installation')
    .findOne({ _id: 'installation' })
  const migrated = installation?.migrated ?? []
  return { format: 'geulmaru-backup', version: FILE_VERSION, app, release: RELEASE, migrated, at: now }
}

function cannotWrite(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST')
    throw new StartupError(
      `${path} 파일이 이미 있어요. 다른 이름을 적어 주세요. (There is such a file already.)`,
    )
  throw new StartupError(`${path}에 쓸 수 없어요. (It cannot be written: ${code || error})`)
}
