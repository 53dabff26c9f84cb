import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { allMigrations } from './migrations/all.ts'
import { makeIndexes } from './platform/mongo/connect.ts'
import { migrate } from './platform/mongo/migrations.ts'

/** Makes a database what this release works on. Throws StartError when it wants a newer one. */
export async function prepareDatabase(
  connection: Connection,
  { clock, log }: { clock: () => Date; log: Logger },
): Promise<void> {
  await makeIndexes(connection)
  await migrate(connection, allMigrations, { clock, log })
}
