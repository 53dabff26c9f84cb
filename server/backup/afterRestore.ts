import type { Connection } from 'mongoose'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { moveCountersOn } from '#server/platform/mongo/counters.ts'
import { beginEpoch } from '#server/platform/mongo/epoch.ts'
import { leftOut } from './backup.collections.ts'
import { type Repaired, repair } from './repair.ts'

/**
 * What every restored installation needs, however its data came back: nobody is signed in and no device is told of anything
 * any more, whoever withdrew since stays away, what is kept of counts and references is right, no number is given twice, and
 * browsers drop what they know. No node may run meanwhile.
 */
export async function afterRestore(
  connection: Connection,
  { deletedAccounts, now }: { deletedAccounts: readonly DeletedAccount[]; now: Date },
): Promise<Repaired> {
  for (const collection of leftOut) await connection.collection(collection).deleteMany({})
  const repaired = await repair(connection, deletedAccounts, now)
  await moveCountersOn(connection)
  await moveVersionsOn(connection)
  await beginEpoch(connection)
  return repaired
}

/** More than can have been given out since the backup. */
const VERSIONS_LEFT_FREE = 1_000_000

/**
 * A tab or a draft may hold a version that came after the backup. It must not meet another text of the same number, nor
 * take what is told from now on for something old.
 */
async function moveVersionsOn(connection: Connection): Promise<void> {
  const version = VERSIONS_LEFT_FREE
  for (const collection of ['notes', 'trash'])
    await connection.collection(collection).updateMany({}, { $inc: { version } })
  await connection.collection('hubs').updateMany({}, { $inc: { version, revision: version } })
}
