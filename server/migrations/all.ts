import type { Migration } from '#server/platform/mongo/migrations.ts'
import { nameKeys } from './001-name-keys.ts'
import { countsOfNotes } from './002-counts-of-notes.ts'
import { soughtTexts } from './003-sought-texts.ts'
import { countsOfComments } from './004-counts-of-comments.ts'
import { countsOfReactions } from './005-counts-of-empathies.ts'
import { searchTexts } from './006-search-texts.ts'

/** Every change of what is stored, in its order. */
export const allMigrations: readonly Migration[] = [
  nameKeys,
  countsOfNotes,
  soughtTexts,
  countsOfComments,
  countsOfReactions,
  searchTexts,
]
