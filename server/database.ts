import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Migration } from '#server/platform/mongo/installation.ts'
import { nameKeys } from './migrations/001-name-keys.ts'
import { countsOfNotes } from './migrations/002-counts-of-notes.ts'
import { soughtTexts } from './migrations/003-sought-texts.ts'
import { countsOfComments } from './migrations/004-counts-of-comments.ts'
import { countsOfReactions } from './migrations/005-counts-of-empathies.ts'
import { searchTexts } from './migrations/006-search-texts.ts'
import { createIndexes } from './platform/mongo/connect.ts'
import { migrate } from './platform/mongo/installation.ts'

/** Creates indexes and runs migrations. Throws a StartupError if the database needs a newer release. */
export async function prepareDatabase(
  connection: Connection,
  { clock, log }: { clock: () => Date; log: Logger },
): Promise<void> {
  await createIndexes(connection)
  await migrate(connection, allMigrations, { clock, log })
}

export const allMigrations: readonly Migration[] = [
  nameKeys,
  countsOfNotes,
  soughtTexts,
  countsOfComments,
  countsOfReactions,
  searchTexts,
]
