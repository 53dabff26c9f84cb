import type { Connection } from 'mongoose'
import { nameKeyOf } from '#server/features/accounts/names.rules.ts'
import type { Migration } from '#server/platform/mongo/installation.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'

/**
 * Adds the key that user names are compared by. Users whose names already look alike keep them; only the first gets the
 * unique key.
 */
export const nameKeys: Migration = {
  number: 1,
  name: 'name keys',
  async run(connection: Connection) {
    const users = connection.collection<{ username: string }>('users')
    const unkeyed = users
      .find({ nameKey: { $exists: false } })
      .project<{ _id: never; username: string }>({ username: 1 })
    for await (const { _id, username } of unkeyed) {
      const nameKey = nameKeyOf(username)
      try {
        await users.updateOne({ _id }, { $set: { nameKey, uniqueNameKey: nameKey } })
      } catch (error) {
        if (duplicateFields(error) === null) throw error
        await users.updateOne({ _id }, { $set: { nameKey } })
      }
    }
  },
}
