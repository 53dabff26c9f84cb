import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { allMigrations, prepareDatabase } from '#server/database.ts'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { createIndexes } from '#server/platform/mongo/connect.ts'
import { advanceCounters } from '#server/platform/mongo/counters.ts'
import { RELEASE, setMigrated, startEpoch, startRestore } from '#server/platform/mongo/installation.ts'
import { DUPLICATE_KEY } from '#server/platform/mongo/queries.ts'
import { StartupError } from '#server/platform/startup.ts'
import { excludedCollections, type IncludedCollection, includedCollections } from './backup.collections.ts'
import { type Header, type Keys, readBackup } from './backup.file.ts'
import { type RepairCounts, repair } from './repair.ts'

const BATCH_SIZE = 500
const BATCH_BYTES = 8 * 1024 * 1024

interface CheckedBackup {
  header: Header
  keys: Keys | null
}

/** Reads the whole file without changing anything. Throws a StartupError if this release cannot restore it. */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const found: { header?: Header; keys?: Keys } = {}
  await readBackup(path, {
    header(header) {
      if (header.release > RELEASE)
        throw new StartupError(
          `더 새로운 글마루의 백업이에요. 글마루를 ${header.app} 이상으로 바꿔 주세요. (It was made by a newer release.)`,
        )
      found.header = header
    },
    keys: keys => {
      found.keys = keys
    },
  })
  // A valid file begins with a header.
  return { header: found.header as Header, keys: found.keys ?? null }
}

/** Whether the database holds nothing but what a first start creates. */
async function isEmpty(connection: Connection): Promise<boolean> {
  for (const collection of includedCollections)
    if (collection !== 'counters')
      if ((await connection.collection(collection).findOne({}, { sort: { _id: 1 } })) !== null) return false
  return true
}

interface RestoreParts {
  path: string
  header: Header
  deletedAccounts: readonly DeletedAccount[]
  /** How long nodes may take to notice the restore and exit. In milliseconds. */
  nodesEndWithinMs: number
  clock: () => Date
  log: Logger
}

interface RestoreResult {
  counts: Record<string, number>
  repaired: RepairCounts
  /** Documents that conflict with another one, such as after two users swapped names during the backup. */
  skipped: Record<string, number>
}

/**
 * Restores a checked backup into an empty installation. No server starts on the database until it is complete; an
 * interrupted restore must be repeated into an empty database. Throws a StartupError if the database is not empty.
 */
export async function restoreBackup(connection: Connection, parts: RestoreParts): Promise<RestoreResult> {
  const { path, header, deletedAccounts, nodesEndWithinMs, clock, log } = parts
  await assertEmpty(connection)
  await startRestore(connection, clock())
  await wait(nodesEndWithinMs)
  await assertEmpty(connection)
  // Indexes come first to reject duplicates; migrations come after the documents.
  await createIndexes(connection)
  const { counts, skipped } = await insertDocuments(connection, path)
  await setMigrated(connection, allMigrations, header.migrated)
  await prepareDatabase(connection, { clock, log })
  const repaired = await finalizeRestore(connection, { deletedAccounts, now: clock() })
  return { counts, repaired, skipped }
}

async function assertEmpty(connection: Connection): Promise<void> {
  if (!(await isEmpty(connection)))
    throw new StartupError(
      '비어 있는 글마루에만 되돌릴 수 있어요. 지금 데이터베이스에는 이미 무언가 있어요. (Only an empty installation can be restored into.)',
    )
}

async function insertDocuments(connection: Connection, path: string) {
  const skipped: Record<string, number> = {}
  let into: IncludedCollection | null = null
  let batch: Record<string, unknown>[] = []
  let batchBytes = 0

  async function flush(): Promise<void> {
    if (into === null || batch.length === 0) return
    const conflicts = await insert(connection, into, batch)
    if (conflicts > 0) skipped[into] = (skipped[into] ?? 0) + conflicts
    batch = []
    batchBytes = 0
  }

  const counts = await readBackup(path, {
    async document(collection, document, bytes) {
      if (collection !== into || batch.length >= BATCH_SIZE || batchBytes + bytes > BATCH_BYTES) await flush()
      into = collection
      batch.push(document)
      batchBytes += bytes
    },
  })
  await flush()
  return { counts, skipped }
}

/** Returns the number of conflicting documents. A document that was read twice does not count. */
async function insert(
  connection: Connection,
  into: IncludedCollection,
  documents: Record<string, unknown>[],
): Promise<number> {
  const target = connection.collection(into)
  // A first start may have created a counter.
  if (into === 'counters') {
    for (const { _id, last } of documents)
      await target.updateOne({ _id } as object, { $max: { last } }, { upsert: true })
    return 0
  }
  const rejected: RejectedDocument[] = []
  try {
    await target.insertMany(documents, { ordered: false })
  } catch (error) {
    rejected.push(...duplicatesIn(error))
  }
  let conflicts = 0
  for (const { index, keyPattern } of rejected) {
    const document = documents[index] ?? {}
    if ((await target.findOne({ _id: document._id } as object)) !== null) continue
    const { uniqueKey, ...hub } = document
    // Two rooms may have the same members after somebody left; only one of them keeps the unique key.
    if (into === 'hubs' && 'uniqueKey' in keyPattern && uniqueKey) await target.insertOne(hub)
    else conflicts += 1
  }
  return conflicts
}

interface RejectedDocument {
  index: number
  keyPattern: Record<string, unknown>
}

function duplicatesIn(error: unknown): RejectedDocument[] {
  const found = (
    error as { writeErrors?: { code: number; index: number; err?: Partial<RejectedDocument> }[] }
  ).writeErrors
  if (found === undefined || found.some(({ code }) => code !== DUPLICATE_KEY)) throw error
  return found.map(({ index, err }) => ({ index, keyPattern: err?.keyPattern ?? {} }))
}

/**
 * Finishes every restore, whatever tool restored the data: ends sessions and push, deletes accounts that were deleted
 * since the backup, repairs references and counts, advances numbers and versions, and starts a new epoch so that
 * browsers drop their caches. No node may run meanwhile.
 */
export async function finalizeRestore(
  connection: Connection,
  { deletedAccounts, now }: { deletedAccounts: readonly DeletedAccount[]; now: Date },
): Promise<RepairCounts> {
  for (const collection of excludedCollections) await connection.collection(collection).deleteMany({})
  const repaired = await repair(connection, deletedAccounts, now)
  await advanceCounters(connection)
  await advanceVersions(connection)
  await startEpoch(connection)
  return repaired
}

/** More than the number of versions assigned since the backup. */
const VERSION_GAP = 1_000_000

/**
 * A tab or a draft may hold a version newer than the backup. Versions skip ahead so that it never matches a different
 * text, and so that new events are not taken for old ones.
 */
async function advanceVersions(connection: Connection): Promise<void> {
  const version = VERSION_GAP
  for (const collection of ['notes', 'trash'])
    await connection.collection(collection).updateMany({}, { $inc: { version } })
  await connection.collection('hubs').updateMany({}, { $inc: { version, revision: version } })
}
