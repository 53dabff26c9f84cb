import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { prepareDatabase } from '#server/database.ts'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { allMigrations } from '#server/migrations/all.ts'
import { makeIndexes } from '#server/platform/mongo/connect.ts'
import { beginRestoring } from '#server/platform/mongo/epoch.ts'
import { noteMigrated, RELEASE } from '#server/platform/mongo/migrations.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { afterRestore } from './afterRestore.ts'
import { type BackedUp, backedUp } from './backup.collections.ts'
import { type Header, type Keys, readBackup } from './backup.file.ts'
import type { Repaired } from './repair.ts'

/** Documents and bytes that are written at a time. */
const BATCH = 500
const BATCH_BYTES = 8 * 1024 * 1024
const DUPLICATE = 11_000

export interface CheckedBackup {
  header: Header
  keys: Keys | null
}

/** Reads the whole file and changes nothing. Throws StartError when it cannot be restored by this release. */
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
  // A whole file begins with one.
  return { header: found.header as Header, keys: found.keys ?? null }
}

/** Whether nothing is there but what a server makes at its first start. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  for (const collection of backedUp)
    if (collection !== 'counters')
      if ((await connection.collection(collection).findOne({}, { sort: { _id: 1 } })) !== null) return false
  return true
}

export interface RestoreParts {
  path: string
  header: Header
  deletedAccounts: readonly DeletedAccount[]
  /** How long nodes may take to notice that a restore has begun, and end. In milliseconds. */
  nodesEndWithinMs: number
  clock: () => Date
  log: Logger
}

export interface Restored {
  counts: Record<string, number>
  repaired: Repaired
  /** Documents that another one took the place of while the backup was made, such as one of two who changed their names. */
  skipped: Record<string, number>
}

/**
 * Puts a checked backup into an empty installation. Until it is through no server starts on it; cut off it has to be done
 * anew, into an empty one. Throws StartError when there is anything.
 */
export async function restoreBackup(connection: Connection, parts: RestoreParts): Promise<Restored> {
  const { path, header, deletedAccounts, nodesEndWithinMs, clock, log } = parts
  await requireEmpty(connection)
  await beginRestoring(connection, clock())
  await wait(nodesEndWithinMs)
  await requireEmpty(connection)
  // Before the documents, so that none of them comes twice; and those of older releases are changed when all are there.
  await makeIndexes(connection)
  const { counts, skipped } = await putDocuments(connection, path)
  await noteMigrated(connection, allMigrations, header.migrated)
  await prepareDatabase(connection, { clock, log })
  const repaired = await afterRestore(connection, { deletedAccounts, now: clock() })
  return { counts, repaired, skipped }
}

async function requireEmpty(connection: Connection): Promise<void> {
  if (!(await isEmpty(connection)))
    throw new StartupError(
      '비어 있는 글마루에만 되돌릴 수 있어요. 지금 데이터베이스에는 이미 무언가 있어요. (Only an empty installation can be restored into.)',
    )
}

async function putDocuments(connection: Connection, path: string) {
  const skipped: Record<string, number> = {}
  let into: BackedUp | null = null
  let batch: Record<string, unknown>[] = []
  let batchBytes = 0

  async function put(): Promise<void> {
    if (into === null || batch.length === 0) return
    const left = await insert(connection, into, batch)
    if (left > 0) skipped[into] = (skipped[into] ?? 0) + left
    batch = []
    batchBytes = 0
  }

  const counts = await readBackup(path, {
    async document(collection, document, bytes) {
      if (collection !== into || batch.length >= BATCH || batchBytes + bytes > BATCH_BYTES) await put()
      into = collection
      batch.push(document)
      batchBytes += bytes
    },
  })
  await put()
  return { counts, skipped }
}

/** Returns how many could not be put beside others. The same document, read a second time, is none of them. */
async function insert(
  connection: Connection,
  into: BackedUp,
  documents: Record<string, unknown>[],
): Promise<number> {
  const target = connection.collection(into)
  // A counter may stand from a first start.
  if (into === 'counters') {
    for (const { _id, last } of documents)
      await target.updateOne({ _id } as object, { $max: { last } }, { upsert: true })
    return 0
  }
  const rejected: Rejected[] = []
  try {
    await target.insertMany(documents, { ordered: false })
  } catch (error) {
    rejected.push(...duplicatesIn(error))
  }
  let left = 0
  for (const { index, keyPattern } of rejected) {
    const document = documents[index] ?? {}
    if ((await target.findOne({ _id: document._id } as object)) !== null) continue
    const { uniqueKey, ...hub } = document
    // Two rooms of the same people, which came to be so by somebody's leaving, are told apart in this way.
    if (into === 'hubs' && 'uniqueKey' in keyPattern && uniqueKey) await target.insertOne(hub)
    else left += 1
  }
  return left
}

interface Rejected {
  index: number
  keyPattern: Record<string, unknown>
}

function duplicatesIn(error: unknown): Rejected[] {
  const found = (error as { writeErrors?: { code: number; index: number; err?: Partial<Rejected> }[] })
    .writeErrors
  if (found === undefined || found.some(({ code }) => code !== DUPLICATE)) throw error
  return found.map(({ index, err }) => ({ index, keyPattern: err?.keyPattern ?? {} }))
}
