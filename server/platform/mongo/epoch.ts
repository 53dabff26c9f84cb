import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { StartupError } from '#server/platform/startupError.ts'

/** How often a node looks whether a backup was put in the place of the data that it has read. */
export const EPOCH_LOOKED_AT_MS = 5_000

/**
 * Names one life of the stored data. A restored backup begins another one: what was read before it, by a browser or by a node, may tell of
 * things that are not there any more, under numbers that mean something else now.
 */
interface Installation {
  _id: 'installation'
  epoch?: string
  /** A restore has begun and has not come to its end. */
  restoring?: Date
}

const WHICH = { _id: 'installation' } as const

/** The epoch of the database; a first one is made. Throws StartError while a restore is under way, or after it was cut off. */
export async function epochOf(connection: Connection): Promise<string> {
  const found = await collectionIn(connection).findOneAndUpdate(
    WHICH,
    [{ $set: { epoch: { $ifNull: ['$epoch', randomUUID()] } } }],
    { upsert: true, returnDocument: 'after' },
  )
  if (found?.epoch === undefined || found.restoring !== undefined) throw restoreIncompleteError()
  return found.epoch
}

/** Throws StartError while a restore is under way, or after it was cut off: some of the data may be missing. */
export async function assertRestoreComplete(connection: Connection): Promise<void> {
  const found = await collectionIn(connection).findOne(WHICH)
  if (found?.restoring !== undefined) throw restoreIncompleteError()
}

function restoreIncompleteError(): StartupError {
  return new StartupError(
    '백업을 되돌리는 중이거나, 되돌리다가 멈춘 데이터베이스예요. 데이터베이스를 비우고 다시 되돌려 주세요. (A restore is under way, or was cut off: empty the database and begin again.)',
  )
}

/** Whether the database still lives the life that a node has read of. */
export async function isStillIn(connection: Connection, epoch: string): Promise<boolean> {
  return (await collectionIn(connection).findOne(WHICH))?.epoch === epoch
}

/** From now on nodes end by themselves, and none starts until `beginEpoch`. */
export async function beginRestoring(connection: Connection, now: Date): Promise<void> {
  const begun = { epoch: randomUUID(), restoring: now }
  await collectionIn(connection).updateOne(WHICH, { $set: begun }, { upsert: true })
}

/** What is stored is whole, and another than before. */
export async function beginEpoch(connection: Connection): Promise<string> {
  const epoch = randomUUID()
  await collectionIn(connection).updateOne(
    WHICH,
    { $set: { epoch }, $unset: { restoring: 1 } },
    { upsert: true },
  )
  return epoch
}

function collectionIn(connection: Connection) {
  return connection.collection<Installation>('installation')
}
