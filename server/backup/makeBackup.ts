import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Connection } from 'mongoose'
import { RELEASE } from '#server/platform/mongo/installation.ts'
import { StartupError } from '#server/platform/startup.ts'
import {
  type IncludedCollection,
  includedCollections,
  readAgainAfterCollection,
} from './backup.collections.ts'
import { BSON, FILE_VERSION, frame, type Header, type Keys } from './backup.file.ts'

/** Tolerance for clock differences between nodes when looking for new documents. */
const CLOCK_SKEW_MS = 60_000
const BATCH_SIZE = 200

export interface BackupParts {
  /** Null to leave out the keys that sign tokens and push messages. */
  keys: Keys | null
  app: string
  now: Date
  /** Called after each collection, for tests that change data in between. */
  onRead?: (collection: IncludedCollection) => Promise<void>
}

/**
 * Writes all data into a new file that only its owner may read, while the server runs. Returns the number of documents
 * per collection. Throws a StartupError, and leaves no file, if the file exists or cannot be written.
 */
export async function makeBackup(
  connection: Connection,
  path: string,
  parts: BackupParts,
): Promise<Record<string, number>> {
  const file = await open(path, 'wx', 0o600).catch(error => throwWriteError(path, error))
  try {
    return await writeBackup(connection, createWriteStream('', { fd: file, flush: true }), parts)
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      throwWriteError(path, error)
    throw error
  } finally {
    await file.close().catch(() => undefined)
  }
}

/** Writes all data into a stream. Returns the number of documents per collection. */
export async function writeBackup(
  connection: Connection,
  target: Writable,
  parts: BackupParts,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const sha256 = createHash('sha256')
  async function* hashedFrames() {
    for await (const bytes of framesOf(connection, parts, counts)) {
      sha256.update(bytes)
      yield bytes
    }
    yield frame('E', { counts, sha256: sha256.digest('hex') })
  }
  await pipeline(Readable.from(hashedFrames(), { objectMode: false }), createGzip(), target, { signal })
  return counts
}

async function* framesOf(
  connection: Connection,
  { keys, app, now, onRead }: BackupParts,
  counts: Record<string, number>,
): AsyncGenerator<Buffer> {
  yield frame('H', await headerOf(connection, { app, now }))
  if (keys !== null) yield frame('K', keys)
  const newDocuments = { _id: { $gte: BSON.ObjectId.createFromTime((now.getTime() - CLOCK_SKEW_MS) / 1000) } }
  for (const collection of includedCollections) {
    yield* documentsOf(collection, {})
    for (const again of readAgainAfterCollection[collection] ?? []) yield* documentsOf(again, newDocuments)
  }

  async function* documentsOf(collection: IncludedCollection, filter: object) {
    yield frame('C', { name: collection })
    counts[collection] ??= 0
    const found = connection
      .collection(collection)
      .find<Buffer>(filter, { raw: true, sort: { _id: 1 }, batchSize: BATCH_SIZE })
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

function throwWriteError(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST')
    throw new StartupError(
      `${path} 파일이 이미 있어요. 다른 이름을 적어 주세요. (There is such a file already.)`,
    )
  throw new StartupError(`${path}에 쓸 수 없어요. (It cannot be written: ${code || error})`)
}
