import type { Connection, UpdateQuery } from 'mongoose'
import { literally } from '#protocol/hangul.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { nameKeyOf } from './names.rules.ts'
import { PERSON, type PersonField } from './person.ts'
import {
  hasEnoughTemporaryPasswords,
  type TemporaryPassword,
  type TemporaryPasswords,
  withTemporaryPassword,
} from './temporaryPasswords.ts'

export interface UserRecord extends TemporaryPasswords {
  userNo: number
  /** Lower case. */
  email: string
  /** The e-mail without dashes and blanks, which a friend search strips before it asks. */
  emailKey: string
  username: string
  /** What names are compared by (`nameKeyOf`). */
  nameKey: string
  /** The nameKey under a unique index; absent for who had a name like somebody else's before names were compared so. */
  uniqueNameKey?: string
  /** Digits; absent when not given. */
  mobile?: string
  passwordHash: string
  /** Not of accounts that were made before there was a way to confirm, or where no mail can be sent. */
  emailUnconfirmed?: true
  /** The link under way. */
  emailConfirmation?: EmailConfirmation
  emailConfirmedAt?: Date
  /** Above 0: an administrator. */
  privilege: number
  /** Since when an administrator keeps them from signing in; no session of theirs stands. */
  suspendedAt?: Date
  pictureId?: string
  createdAt: Date
}
export interface EmailConfirmation {
  hash: string
  expiresAt: Date
}
/** What an owner may change: what is undefined stays, what is null goes. Each field is told, so that none is forgotten. */
export interface UserChange {
  /** Digits. */
  mobile: string | null | undefined
  /** A new one makes all temporary passwords worthless. */
  passwordHash: string | undefined
  pictureId: string | null | undefined
}
export interface PersonSearch {
  emailKeys: string[]
  mobiles: string[]
  confirmedAlone: boolean
}
export type UniqueField = 'email' | 'username' | 'mobile'

/** What others may see of a person. */
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
  temporaryPassword: temporaryPassword,
  earlierTemporaryPasswords: [temporaryPassword],
  emailUnconfirmed: Boolean,
  emailConfirmation: { hash: String, expiresAt: Date },
  emailConfirmedAt: Date,
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

/** So long the database may look through all names. */
const FOUND_WITHIN_MS = 3_000

export function emailKeyOf(email: string): string {
  return email.replace(/[\s-]/g, '').toLowerCase()
}

export function createUserStore(connection: Connection) {
  const users = connection.model('User', schema)
  return {
    /** The field that somebody else has already, or null when the user is saved. */
    async insert(
      user: Omit<UserRecord, 'emailKey' | 'nameKey' | 'uniqueNameKey'>,
    ): Promise<UniqueField | null> {
      try {
        const nameKey = nameKeyOf(user.username)
        await users.create({ ...user, emailKey: emailKeyOf(user.email), nameKey, uniqueNameKey: nameKey })
        return null
      } catch (error) {
        const taken = duplicateFields(error)?.map(uniqueFieldOf).find(isUniqueField)
        if (taken) return taken
        throw error
      }
    },
    async byEmail(email: string): Promise<UserRecord | null> {
      return users.findOne({ email }, { _id: 0 }).lean()
    },
    async byNo(userNo: number): Promise<UserRecord | null> {
      return users.findOne({ userNo }, { _id: 0 }).lean()
    },
    /** A name counts as taken when one that looks like it is. */
    async has(field: UniqueField, value: string): Promise<boolean> {
      if (field === 'username')
        return (await users.findOne({ nameKey: nameKeyOf(value) }, { _id: 1 }).lean()) !== null
      return (await users.findOne({ [field]: value }, { _id: 1 }).lean()) !== null
    },
    /** Of all, as the database keeps it: no reading, and right but for a while after a crash. */
    async count(): Promise<number> {
      return users.estimatedDocumentCount()
    },
    /** Null for whom nobody may be: an account that is gone or suspended. */
    async privilegeOf(userNo: number): Promise<number | null> {
      const user = await users.findOne({ userNo }, { _id: 0, privilege: 1, suspendedAt: 1 }).lean()
      return user && !user.suspendedAt ? user.privilege : null
    },
    /** The addresses of those with a privilege above 0. */
    async administrators(): Promise<string[]> {
      const found = await users.find({ privilege: { $gt: 0 } }, { _id: 0, email: 1 }).lean()
      return found.map(user => user.email)
    },
    async administratorNos(): Promise<number[]> {
      const found = await users.find({ privilege: { $gt: 0 } }, { _id: 0, userNo: 1 }).lean()
      return found.map(user => user.userNo)
    },
    /** How many of them are not suspended. */
    async activeAdministrators(): Promise<number> {
      return users.countDocuments({ privilege: { $gt: 0 }, suspendedAt: { $exists: false } })
    },
    /** The user after the change, null when there is none. Who is suspended already stays so since then; null lifts it. */
    async setSuspended(userNo: number, suspendedAt: Date | null): Promise<UserRecord | null> {
      const update = suspendedAt === null ? { $unset: { suspendedAt: 1 } } : { $min: { suspendedAt } }
      return users
        .findOneAndUpdate({ userNo }, update, { returnDocument: 'after', projection: { _id: 0 } })
        .lean<UserRecord>()
    },
    /** Those whose name or e-mail has the text, all for an empty one; who came last first. */
    async found(
      { query, onlySuspended }: { query: string; onlySuspended: boolean },
      limit: number,
    ): Promise<UserRecord[]> {
      const named = { $or: [{ nameKey: has(nameKeyOf(query)) }, { email: has(query.toLowerCase()) }] }
      return users
        .find(
          {
            userNo: { $gt: 0 },
            ...(query !== '' && named),
            ...(onlySuspended && { suspendedAt: { $exists: true } }),
          },
          { _id: 0 },
        )
        .sort({ userNo: -1 })
        .limit(limit)
        .maxTimeMS(FOUND_WITHIN_MS)
        .lean<UserRecord[]>()
    },
    /** Beside those that are still good. Null when nobody has this address, or when there are enough already. */
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
    /** True for the one who uses it up; false for whoever comes later. */
    async takeTemporaryPassword(userNo: number, hash: string): Promise<boolean> {
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
    async awaitConfirmation(userNo: number, emailConfirmation: EmailConfirmation): Promise<void> {
      await users.updateOne({ userNo, emailUnconfirmed: true }, { $set: { emailConfirmation } })
    },
    /** True for the one who uses the link up; false once it is used, replaced or past its time. */
    async confirmEmail(userNo: number, hash: string, now: Date): Promise<boolean> {
      const confirmed = await users.updateOne(
        { userNo, 'emailConfirmation.hash': hash, 'emailConfirmation.expiresAt': { $gt: now } },
        confirmedAt(now),
      )
      return confirmed.modifiedCount === 1
    },
    /** Who reads what is mailed to the address need not open the link. */
    async mailboxProven(userNo: number, now: Date): Promise<void> {
      await users.updateOne({ userNo, emailUnconfirmed: true }, confirmedAt(now))
    },
    /** The user before the change; null, and nothing changed, when the password is another one by now. */
    async change(
      { userNo, passwordHash: known }: Pick<UserRecord, 'userNo' | 'passwordHash'>,
      change: UserChange,
    ): Promise<UserRecord | null | 'mobileTaken'> {
      try {
        return await users
          .findOneAndUpdate({ userNo, passwordHash: known }, updateOf(change), {
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
    async people(userNos: readonly number[]): Promise<Map<number, PersonRecord>> {
      const found = await users
        .find({ userNo: { $in: [...new Set(userNos)] } }, PERSON)
        .lean<PersonRecord[]>()
      return new Map(found.map(person => [person.userNo, person]))
    },
    /**
     * `emailKeys` as emailKeyOf makes them, which find those alone whose e-mail is confirmed if `confirmedAlone`; `mobiles`
     * as digits. In the order asked for, those found by e-mail first.
     */
    async search({ emailKeys: keys, mobiles, confirmedAlone }: PersonSearch): Promise<PersonRecord[]> {
      const isFound = confirmedAlone && { emailUnconfirmed: { $ne: true as const } }
      const [byEmail, byMobile] = await Promise.all([
        users.find({ emailKey: { $in: keys }, ...isFound }, { ...PERSON, emailKey: 1 }).lean<UserRecord[]>(),
        users
          .find({ mobile: { $in: mobiles, $exists: true } }, { ...PERSON, mobile: 1 })
          .lean<UserRecord[]>(),
      ])
      byEmail.sort((a, b) => keys.indexOf(a.emailKey) - keys.indexOf(b.emailKey))
      byMobile.sort((a, b) => mobiles.indexOf(a.mobile ?? '') - mobiles.indexOf(b.mobile ?? ''))
      return [...new Map([...byEmail, ...byMobile].map(person => [person.userNo, person])).values()]
    },
  }
}

function updateOf(change: UserChange): UpdateQuery<UserRecord> {
  const fields = Object.entries(change)
  const gone = fields.flatMap(([field, value]) => (value === null ? [field] : []))
  if (change.passwordHash !== undefined) gone.push('temporaryPassword', 'earlierTemporaryPasswords')
  return {
    $set: Object.fromEntries(fields.filter(([, value]) => value !== undefined && value !== null)),
    $unset: Object.fromEntries(gone.map(field => [field, 1])),
  }
}

/** Anywhere in a field. */
function has(text: string): RegExp {
  return new RegExp([...text].map(literally).join(''))
}

function uniqueFieldOf(index: string): string {
  return index === 'uniqueNameKey' ? 'username' : index
}

function confirmedAt(emailConfirmedAt: Date) {
  return { $set: { emailConfirmedAt }, $unset: { emailUnconfirmed: 1, emailConfirmation: 1 } } as const
}

function isUniqueField(field: string): field is UniqueField {
  return field === 'email' || field === 'username' || field === 'mobile'
}

export type UserStore = ReturnType<typeof createUserStore>
