import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { StartupError } from '#server/platform/startup.ts'
import { duplicateFields } from './queries.ts'

/** How often a node checks whether a backup was restored. */
export const EPOCH_CHECK_MS = 5_000

/** The single document that describes the state of the database. */
interface Installation {
  _id: 'installation'
  /**
   * Identifies the stored data. A restore starts a new epoch: data that browsers and nodes read before may refer to
   * documents that no longer exist, or whose numbers now mean something else.
   */
  epoch?: string
  /** Set while a restore is incomplete. */
  restoring?: Date
  /** The oldest release that may use this database. */
  lowestRelease?: number
  /** Numbers of the completed migrations. */
  migrated?: number[]
  lock?: { holder: string; until: Date }
}

const FILTER = { _id: 'installation' } as const

/**
 * Returns the epoch of the database; creates the first one. Throws a StartupError during or after an incomplete
 * restore.
 */
export async function loadEpoch(connection: Connection): Promise<string> {
  const found = await installationsIn(connection).findOneAndUpdate(
    FILTER,
    [{ $set: { epoch: { $ifNull: ['$epoch', randomUUID()] } } }],
    { upsert: true, returnDocument: 'after' },
  )
  if (found?.epoch === undefined || found.restoring !== undefined) throw restoreIncompleteError()
  return found.epoch
}

/** Throws a StartupError during or after an incomplete restore: data may be missing. */
export async function assertRestoreComplete(connection: Connection): Promise<void> {
  const found = await installationsIn(connection).findOne(FILTER)
  if (found?.restoring !== undefined) throw restoreIncompleteError()
}

function restoreIncompleteError(): StartupError {
  return new StartupError(
    '백업을 되돌리는 중이거나, 되돌리다가 멈춘 데이터베이스예요. 데이터베이스를 비우고 다시 되돌려 주세요. (A restore is under way, or was cut off: empty the database and begin again.)',
  )
}

/** Whether the database still has this epoch. */
export async function isCurrentEpoch(connection: Connection, epoch: string): Promise<boolean> {
  return (await installationsIn(connection).findOne(FILTER))?.epoch === epoch
}

/** From now on running nodes exit, and none starts until `startEpoch`. */
export async function startRestore(connection: Connection, now: Date): Promise<void> {
  const begun = { epoch: randomUUID(), restoring: now }
  await installationsIn(connection).updateOne(FILTER, { $set: begun }, { upsert: true })
}

/** Marks the data as complete and gives it a new epoch. */
export async function startEpoch(connection: Connection): Promise<string> {
  const epoch = randomUUID()
  await installationsIn(connection).updateOne(
    FILTER,
    { $set: { epoch }, $unset: { restoring: 1 } },
    { upsert: true },
  )
  return epoch
}

function installationsIn(connection: Connection) {
  return connection.collection<Installation>('installation')
}

/** Incremented by each release that changes the stored data. */
export const RELEASE = 4

/**
 * A change of the stored data. It only adds, and the previous release must be able to read the result, because old and
 * new nodes run side by side during an update; replaced data is removed one release later.
 */
export interface Migration {
  /** Migrations run once each, in this order. */
  number: number
  name: string
  /** Must be idempotent, because a crash may interrupt it. */
  run(connection: Connection): Promise<void>
  /** Set if older releases cannot use the database afterwards. */
  lowestRelease?: number
}

/** After this time without renewal the holder of the lock counts as dead. */
const LOCK_MS = 30_000
const RENEW_MS = LOCK_MS / 3
/** How often a node checks whether another one has finished. */
const POLL_MS = 200

/** Whether all of these migrations have run. */
export async function isMigrated(connection: Connection, migrations: readonly Migration[]): Promise<boolean> {
  const { migrated = [] } = (await installationsIn(connection).findOne(FILTER)) ?? {}
  return migrations.every(({ number }) => migrated.includes(number))
}

/** Records which migrations restored data has already had, and the oldest release that may use it. */
export async function setMigrated(
  connection: Connection,
  migrations: readonly Migration[],
  migrated: number[],
): Promise<void> {
  const completed = migrations.filter(({ number }) => migrated.includes(number))
  const lowestRelease = Math.max(0, ...completed.map(migration => migration.lowestRelease ?? 0))
  await installationsIn(connection).updateOne(FILTER, { $set: { migrated, lowestRelease } })
}

/**
 * Runs the missing migrations, on one node at a time; the others wait. Throws a StartupError if the database needs a
 * newer release.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { clock, log }: { clock: () => Date; log: Logger },
): Promise<void> {
  const installations = installationsIn(connection)
  const holder = randomUUID()
  const lockedUntil = () => new Date(clock().getTime() + LOCK_MS)
  const read = () => installations.findOne(FILTER)

  async function findMissing(): Promise<Migration[]> {
    const { lowestRelease = 0, migrated = [] } = (await read()) ?? {}
    if (lowestRelease > RELEASE)
      throw new StartupError(
        `더 새로운 글마루가 쓰고 있는 데이터베이스예요. 글마루를 새 버전으로 바꿔 주세요. (지금 ${RELEASE}, 필요한 버전 ${lowestRelease}) (A newer release uses this database: update this one.)`,
      )
    return migrations
      .filter(({ number }) => !migrated.includes(number))
      .sort((one, other) => one.number - other.number)
  }

  /** Returns false while another node holds the lock. */
  async function takeLock(): Promise<boolean> {
    const isFree = { $or: [{ 'lock.until': { $lte: clock() } }, { lock: { $exists: false } }] }
    const lock = { holder, until: lockedUntil() }
    try {
      await installations.updateOne({ ...FILTER, ...isFree }, { $set: { lock } }, { upsert: true })
      return true
    } catch (error) {
      // Another node holds the lock: the filter matches nothing, so the upsert collides with the existing document.
      if (duplicateFields(error) === null) throw error
      return false
    }
  }

  async function runMissing(): Promise<void> {
    const timer = setInterval(() => {
      installations
        .updateOne({ ...FILTER, 'lock.holder': holder }, { $set: { 'lock.until': lockedUntil() } })
        .catch(error => log.warn({ err: error }, 'the lock of the migrations could not be renewed'))
    }, RENEW_MS)
    try {
      for (const { number, name, run, lowestRelease = 0 } of await findMissing()) {
        log.info({ number, name }, 'migrating')
        await run(connection)
        await installations.updateOne(FILTER, { $addToSet: { migrated: number }, $max: { lowestRelease } })
      }
    } finally {
      clearInterval(timer)
      await installations.updateOne({ ...FILTER, 'lock.holder': holder }, { $unset: { lock: 1 } })
    }
  }

  while ((await findMissing()).length > 0) {
    if (await takeLock()) await runMissing()
    else await wait(POLL_MS)
  }
}
