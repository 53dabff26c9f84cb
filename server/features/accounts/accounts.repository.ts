import type { Connection, UpdateQuery } from 'mongoose'
import { escapeForRegExp } from '#protocol/searchText.ts'
import {
  mailPreferenceFields,
  type WithMailPreferences,
} from '#server/features/mailNotifications/mailPreferences.record.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { nameKeyOf } from './names.rules.ts'
import { PERSON_PROJECTION, type PersonField } from './publicProfile.ts'
import {
  hasEnoughTemporaryPasswords,
  type TemporaryPassword,
  type TemporaryPasswords,
  withTemporaryPassword,
} from './temporaryPasswords.ts'

export interface UserRecord extends TemporaryPasswords, WithMailPreferences {
  userNo: number
  /** Lowercase. */
  email: string
  /** The e-mail without hyphens and white space. The friend search strips them from its query. */
  emailKey: string
  username: string
  /** Normalized name for comparisons (`nameKeyOf`). */
  nameKey: string
  /**
   * The `nameKey` under a unique index. Absent for accounts whose name was a duplicate before names were compared by
   * key.
   */
  uniqueNameKey?: string
  /** Digits; absent if not given. */
  mobile?: string
  passwordHash: string
  /** The user signs in at a provider and has not set a password: nobody knows the one of the hash. */
  withoutPassword?: true
  /** Absent for accounts created before e-mail confirmation existed, or where the server cannot send mail. */
  emailUnconfirmed?: true
  /** The pending confirmation link. */
  emailConfirmation?: EmailConfirmation
  emailConfirmedAt?: Date
  /** Above 0 for administrators. */
  privilege: number
  /** When an administrator suspended the account. A suspended user has no valid session. */
  suspendedAt?: Date
  pictureId?: string
  createdAt: Date
}
interface EmailConfirmation {
  hash: string
  expiresAt: Date
}
/**
 * Fields that the owner can change. `undefined` keeps a field and `null` removes it. All fields are required, so that
 * no caller forgets one.
 */
export interface UserChange {
  /** Digits. */
  mobile: string | null | undefined
  /** A new password also removes all temporary passwords. */
  passwordHash: string | undefined
  pictureId: string | null | undefined
}
interface PersonSearch {
  emailKeys: string[]
  mobiles: string[]
  confirmedAlone: boolean
}
export type UniqueField = 'email' | 'username' | 'mobile'

/** The public fields of a user. */
export type PersonRecord = Pick<UserRecord, PersonField>

const temporaryPassword = { hash: String, mark: String, expiresAt: Date }

const schema = defineSchema<UserRecord>('users', {
  userNo: Number,
  email: String,
  emailKey: String,
  username: String,
  nameKey: String,
  uniqueNameKey: String,
  mobile: String,
  passwordHash: String,
  withoutPassword: Boolean,
  temporaryPassword: temporaryPassword,
  earlierTemporaryPasswords: [temporaryPassword],
  emailUnconfirmed: Boolean,
  emailConfirmation: { hash: String, expiresAt: Date },
  emailConfirmedAt: Date,
  mail: mailPreferenceFields,
  privilege: Number,
  suspendedAt: Date,
  pictureId: String,
  createdAt: Date,
})
schema.index({ userNo: 1 }, { unique: true })
schema.index({ email: 1 }, { unique: true })
schema.index({ emailKey: 1 })
schema.index({ username: 1 }, { unique: true })
schema.index({ nameKey: 1 })
schema.index(
  { uniqueNameKey: 1 },
  { unique: true, partialFilterExpression: { uniqueNameKey: { $exists: true } } },
)
schema.index({ mobile: 1 }, { unique: true, partialFilterExpression: { mobile: { $exists: true } } })

schema.index({ privilege: 1 }, { partialFilterExpression: { privilege: { $gt: 0 } } })
schema.index({ suspendedAt: 1 }, { sparse: true })

/** Time limit of the scan through all names. */
const SEARCH_TIMEOUT_MS = 3_000

export function emailKeyOf(email: string): string {
  return email.replace(/[\s-]/g, '').toLowerCase()
}

export function createUserRepository(connection: Connection) {
  const users = connection.model('User', schema)
  return {
    /** Returns the field that another user already has, or null if the user is saved. */
    async insert(
      user: Omit<UserRecord, 'emailKey' | 'nameKey' | 'uniqueNameKey'>,
    ): Promise<UniqueField | null> {
      try {
        const nameKey = nameKeyOf(user.username)
        await users.create({ ...user, emailKey: emailKeyOf(user.email), nameKey, uniqueNameKey: nameKey })
        return null
      } catch (error) {
        const duplicateField = duplicateFields(error)?.map(toUniqueField).find(isUniqueField)
        if (duplicateField) return duplicateField
        throw error
      }
    },
    async findByEmail(email: string): Promise<UserRecord | null> {
      return users.findOne({ email }, { _id: 0 }).lean()
    },
    async findByNo(userNo: number): Promise<UserRecord | null> {
      return users.findOne({ userNo }, { _id: 0 }).lean()
    },
    /** A name is taken if a lookalike is taken. */
    async isTaken(field: UniqueField, value: string): Promise<boolean> {
      if (field === 'username')
        return (await users.findOne({ nameKey: nameKeyOf(value) }, { _id: 1 }).lean()) !== null
      return (await users.findOne({ [field]: value }, { _id: 1 }).lean()) !== null
    },
    /** Estimated from metadata, without reading documents. It may be wrong for a while after a crash. */
    async count(): Promise<number> {
      return users.estimatedDocumentCount()
    },
    /** Null for deleted and suspended accounts. */
    async findPrivilege(userNo: number): Promise<number | null> {
      const user = await users.findOne({ userNo }, { _id: 0, privilege: 1, suspendedAt: 1 }).lean()
      return user && !user.suspendedAt ? user.privilege : null
    },
    /** E-mail addresses of all administrators. */
    async findAdministratorEmails(): Promise<string[]> {
      const found = await users.find({ privilege: { $gt: 0 } }, { _id: 0, email: 1 }).lean()
      return found.map(user => user.email)
    },
    async findAdministrators(): Promise<UserRecord[]> {
      return users.find({ privilege: { $gt: 0 } }, { _id: 0 }).lean<UserRecord[]>()
    },
    async findAdministratorNos(): Promise<number[]> {
      const found = await users.find({ privilege: { $gt: 0 } }, { _id: 0, userNo: 1 }).lean()
      return found.map(user => user.userNo)
    },
    /** Number of administrators who are not suspended. */
    async countActiveAdministrators(): Promise<number> {
      return users.countDocuments({ privilege: { $gt: 0 }, suspendedAt: { $exists: false } })
    },
    /**
     * Returns the updated user, or null if there is none. Suspending again keeps the earlier date; null lifts the
     * suspension.
     */
    async setSuspended(userNo: number, suspendedAt: Date | null): Promise<UserRecord | null> {
      const update = suspendedAt === null ? { $unset: { suspendedAt: 1 } } : { $min: { suspendedAt } }
      return users
        .findOneAndUpdate({ userNo }, update, { returnDocument: 'after', projection: { _id: 0 } })
        .lean<UserRecord>()
    },
    /** Users whose name or e-mail contains the query, newest first. An empty query matches all. */
    async findMatching(
      { query, onlySuspended }: { query: string; onlySuspended: boolean },
      limit: number,
    ): Promise<UserRecord[]> {
      const matchesText = { $or: [{ nameKey: has(nameKeyOf(query)) }, { email: has(query.toLowerCase()) }] }
      return users
        .find(
          {
            userNo: { $gt: 0 },
            ...(query !== '' && matchesText),
            ...(onlySuspended && { suspendedAt: { $exists: true } }),
          },
          { _id: 0 },
        )
        .sort({ userNo: -1 })
        .limit(limit)
        .maxTimeMS(SEARCH_TIMEOUT_MS)
        .lean<UserRecord[]>()
    },
    /**
     * Keeps the temporary passwords that are still valid. Null for an unknown address, or if the account has enough
     * of them.
     */
    async addTemporaryPassword(
      email: string,
      added: TemporaryPassword,
      now: Date,
    ): Promise<UserRecord | null> {
      return users
        .findOneAndUpdate(
          { email, $nor: [hasEnoughTemporaryPasswords(now)] },
          withTemporaryPassword(added, now),
          { projection: { _id: 0 }, updatePipeline: true },
        )
        .lean<UserRecord>()
    },
    /** True for the first caller only: a temporary password works once. */
    async consumeTemporaryPassword(userNo: number, hash: string): Promise<boolean> {
      const newest = await users.updateOne(
        { userNo, 'temporaryPassword.hash': hash },
        { $unset: { temporaryPassword: 1 } },
      )
      if (newest.modifiedCount === 1) return true
      const earlier = await users.updateOne(
        { userNo, 'earlierTemporaryPasswords.hash': hash },
        { $pull: { earlierTemporaryPasswords: { hash } } },
      )
      return earlier.modifiedCount === 1
    },
    async setEmailConfirmation(userNo: number, emailConfirmation: EmailConfirmation): Promise<void> {
      await users.updateOne({ userNo, emailUnconfirmed: true }, { $set: { emailConfirmation } })
    },
    /** The link stays valid until `deleteEmailConfirmation`. False if it was used, replaced or has expired. */
    async confirmEmail(userNo: number, hash: string, now: Date): Promise<boolean> {
      const result = await users.updateOne(
        { userNo, 'emailConfirmation.hash': hash, 'emailConfirmation.expiresAt': { $gt: now } },
        { $set: { emailConfirmedAt: now }, $unset: { emailUnconfirmed: 1 } },
      )
      return result.matchedCount === 1
    },
    async deleteEmailConfirmation(userNo: number, hash: string): Promise<void> {
      await users.updateOne({ userNo, 'emailConfirmation.hash': hash }, { $unset: { emailConfirmation: 1 } })
    },
    /** Confirms the e-mail without the link, for a user who has proven to read the mailbox. */
    async confirmMailbox(userNo: number, now: Date): Promise<void> {
      await users.updateOne({ userNo, emailUnconfirmed: true }, confirmationUpdate(now))
    },
    /** Returns the user before the change. Null, without a change, if the password has been changed meanwhile. */
    async update(
      { userNo, passwordHash: currentHash }: Pick<UserRecord, 'userNo' | 'passwordHash'>,
      change: UserChange,
    ): Promise<UserRecord | null | 'mobileTaken'> {
      try {
        return await users
          .findOneAndUpdate({ userNo, passwordHash: currentHash }, toUpdate(change), {
            returnDocument: 'before',
            projection: { _id: 0 },
          })
          .lean<UserRecord>()
      } catch (error) {
        if (duplicateFields(error)?.includes('mobile')) return 'mobileTaken'
        throw error
      }
    },
    async delete(userNo: number): Promise<void> {
      await users.deleteOne({ userNo })
    },
    async setPrivilege(email: string, privilege: number): Promise<boolean> {
      return (await users.updateOne({ email }, { $set: { privilege } })).matchedCount === 1
    },
    async findPeople(userNos: readonly number[]): Promise<Map<number, PersonRecord>> {
      const found = await users
        .find({ userNo: { $in: [...new Set(userNos)] } }, PERSON_PROJECTION)
        .lean<PersonRecord[]>()
      return new Map(found.map(person => [person.userNo, person]))
    },
    /**
     * `emailKeys` come from `emailKeyOf`; with `confirmedAlone` they match confirmed addresses only. `mobiles` are
     * digits. Keeps the order of the query, matches by e-mail first.
     */
    async search({ emailKeys: keys, mobiles, confirmedAlone }: PersonSearch): Promise<PersonRecord[]> {
      const isFound = confirmedAlone && { emailUnconfirmed: { $ne: true as const } }
      const [byEmail, byMobile] = await Promise.all([
        users
          .find({ emailKey: { $in: keys }, ...isFound }, { ...PERSON_PROJECTION, emailKey: 1 })
          .lean<UserRecord[]>(),
        users
          .find({ mobile: { $in: mobiles, $exists: true } }, { ...PERSON_PROJECTION, mobile: 1 })
          .lean<UserRecord[]>(),
      ])
      byEmail.sort((a, b) => keys.indexOf(a.emailKey) - keys.indexOf(b.emailKey))
      byMobile.sort((a, b) => mobiles.indexOf(a.mobile ?? '') - mobiles.indexOf(b.mobile ?? ''))
      return [...new Map([...byEmail, ...byMobile].map(person => [person.userNo, person])).values()]
    },
  }
}

function toUpdate(change: UserChange): UpdateQuery<UserRecord> {
  const fields = Object.entries(change)
  const removedFields = fields.flatMap(([field, value]) => (value === null ? [field] : []))
  if (change.passwordHash !== undefined)
    removedFields.push('temporaryPassword', 'earlierTemporaryPasswords', 'withoutPassword')
  return {
    $set: Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null)),
    $unset: Object.fromEntries(removedFields.map(field => [field, 1])),
  }
}

/** Matches anywhere in a field. */
function has(text: string): RegExp {
  return new RegExp([...text].map(escapeForRegExp).join(''))
}

function toUniqueField(index: string): string {
  return index === 'uniqueNameKey' ? 'username' : index
}

function confirmationUpdate(emailConfirmedAt: Date) {
  return { $set: { emailConfirmedAt }, $unset: { emailUnconfirmed: 1, emailConfirmation: 1 } } as const
}

function isUniqueField(field: string): field is UniqueField {
  return field === 'email' || field === 'username' || field === 'mobile'
}

export type UserRepository = ReturnType<typeof createUserRepository>
