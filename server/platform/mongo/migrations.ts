import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { StartupError } from '#server/platform/startupError.ts'
import { duplicateFields } from './errors.ts'

/** One more with each release that stores something in another way than the one before. */
export const RELEASE = 4

/**
 * A change of what is stored. It first only adds, and what it leaves is readable by the release before, for old and new
 * nodes run side by side while they are replaced; what it replaced is taken away a release later.
 */
export interface Migration {
  /** They run in this order, each once. */
  number: number
  name: string
  /** Safe to run again from its beginning: a crash may cut it off. */
  run(connection: Connection): Promise<void>
  /** Older releases can no longer use the database once it has run. */
  lowestRelease?: number
}

interface Installation {
  _id: 'installation'
  /** Older releases must not use this database. */
  lowestRelease?: number
  /** The numbers of those that have run. */
  migrated?: number[]
  lock?: { holder: string; until: Date }
}

/** After how long a holder that has said nothing more is taken for dead. */
const LOCK_MS = 30_000
const RENEW_MS = LOCK_MS / 3
/** How often a node looks whether another one is done. */
const LOOK_MS = 200

/** Whether all of these have run: else a release before this one, or nobody, has worked on it so far. */
export async function isMigrated(connection: Connection, migrations: readonly Migration[]): Promise<boolean> {
  const { migrated = [] } = (await installationsIn(connection).findOne({ _id: 'installation' })) ?? {}
  return migrations.every(({ number }) => migrated.includes(number))
}

/** For data that came from elsewhere: which migrations it has behind it, and so which releases may use it. */
export async function noteMigrated(
  connection: Connection,
  migrations: readonly Migration[],
  migrated: number[],
): Promise<void> {
  const behind = migrations.filter(({ number }) => migrated.includes(number))
  const lowestRelease = Math.max(0, ...behind.map(migration => migration.lowestRelease ?? 0))
  await installationsIn(connection).updateOne({ _id: 'installation' }, { $set: { migrated, lowestRelease } })
}

function installationsIn(connection: Connection) {
  return connection.collection<Installation>('installation')
}

/**
 * Runs the migrations that have not run on this database, one node at a time; the others wait. Throws StartError when the
 * database wants a newer release than this one.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  { clock, log }: { clock: () => Date; log: Logger },
): Promise<void> {
  const installations = installationsIn(connection)
  const holder = randomUUID()
  const lockedUntil = () => new Date(clock().getTime() + LOCK_MS)
  const read = () => installations.findOne({ _id: 'installation' })

  async function missing(): Promise<Migration[]> {
    const { lowestRelease = 0, migrated = [] } = (await read()) ?? {}
    if (lowestRelease > RELEASE)
      throw new StartupError(
        `더 새로운 글마루가 쓰고 있는 데이터베이스예요. 글마루를 새 버전으로 바꿔 주세요. (지금 ${RELEASE}, 필요한 버전 ${lowestRelease}) (A newer release uses this database: update this one.)`,
      )
    return migrations
      .filter(({ number }) => !migrated.includes(number))
      .sort((one, other) => one.number - other.number)
  }

  /** False while another node holds the lock. */
  async function takeLock(): Promise<boolean> {
    const isFree = { $or: [{ 'lock.until': { $lte: clock() } }, { lock: { $exists: false } }] }
    const lock = { holder, until: lockedUntil() }
    try {
      await installations.updateOne({ _id: 'installation', ...isFree }, { $set: { lock } }, { upsert: true })
      return true
    } catch (error) {
      // Held by another: the filter finds nothing, and the document to be inserted is there already.
      if (duplicateFields(error) === null) throw error
      return false
    }
  }

  async function runMissing(): Promise<void> {
    const renewing = setInterval(() => {
      installations
        .updateOne({ _id: 'installation', 'lock.holder': holder }, { $set: { 'lock.until': lockedUntil() } })
        .catch(error => log.warn({ err: error }, 'the lock of the migrations could not be renewed'))
    }, RENEW_MS)
    try {
      for (const { number, name, run, lowestRelease = 0 } of await missing()) {
        log.info({ number, name }, 'migrating')
        await run(connection)
        await installations.updateOne(
          { _id: 'installation' },
          { $addToSet: { migrated: number }, $max: { lowestRelease } },
        )
      }
    } finally {
      clearInterval(renewing)
      await installations.updateOne({ _id: 'installation', 'lock.holder': holder }, { $unset: { lock: 1 } })
    }
  }

  while ((await missing()).length > 0) {
    if (await takeLock()) await runMissing()
    else await wait(LOOK_MS)
  }
}
