import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { Migration } from '#server/platform/mongo/installation.ts'
import { nameKeys } from './migrations/001-name-keys.ts'
import { noteCounts } from './migrations/002-note-counts.ts'
import { searchFields } from './migrations/003-search-fields.ts'
import { commentCounts } from './migrations/004-comment-counts.ts'
import { reactionCounts } from './migrations/005-reaction-counts.ts'
import { rebuildSearchFields } from './migrations/006-rebuild-search-fields.ts'
import { noteLinks } from './migrations/007-note-links.ts'
import { noteTags } from './migrations/008-note-tags.ts'
import { picturesOfWriters } from './migrations/009-pictures-of-writers.ts'
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
  noteCounts,
  searchFields,
  commentCounts,
  reactionCounts,
  rebuildSearchFields,
  noteLinks,
  noteTags,
  picturesOfWriters,
]
