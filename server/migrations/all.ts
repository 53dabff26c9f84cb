import type { Migration } from '#server/platform/mongo/migrations.ts'
import { nameKeys } from './001-name-keys.ts'

/** Every change of what is stored, in its order. */
export const allMigrations: readonly Migration[] = [nameKeys]
