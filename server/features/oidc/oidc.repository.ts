import type { Connection } from 'mongoose'
import type { OidcPurpose } from '#protocol/oidc.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A user at a provider who may sign in to an account. */
export interface OidcLinkRecord {
  linkId: string
  userNo: number
  /** A normalized URL. */
  issuer: string
  /** The provider's identifier of the user. */
  subject: string
  createdAt: Date
  lastUsedAt?: Date
  /** The session in which it was linked; absent if it came with the account. */
  tokenId?: string
}

const linkSchema = defineSchema<OidcLinkRecord>('oidcLinks', {
  linkId: String,
  userNo: Number,
  issuer: String,
  subject: String,
  createdAt: Date,
  lastUsedAt: Date,
  tokenId: String,
})
linkSchema.index({ issuer: 1, subject: 1 }, { unique: true })
linkSchema.index({ userNo: 1 })

export function createOidcLinkRepository(connection: Connection) {
  const links = connection.model('OidcLink', linkSchema)
  return {
    /** False if the identity is linked already. */
    async add(link: OidcLinkRecord): Promise<boolean> {
      try {
        await links.create(link)
        return true
      } catch (error) {
        if (duplicateFields(error)?.includes('subject')) return false
        throw error
      }
    },
    /** Oldest first. */
    async findByUser(userNo: number): Promise<OidcLinkRecord[]> {
      const found = await links.find({ userNo }, { _id: 0 }).lean<OidcLinkRecord[]>()
      return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    },
    async findByIdentity(
      identity: Pick<OidcLinkRecord, 'issuer' | 'subject'>,
    ): Promise<OidcLinkRecord | null> {
      const { issuer, subject } = identity
      return links.findOne({ issuer, subject }, { _id: 0 }).lean<OidcLinkRecord>()
    },
    /** False if the link was removed since it was read. */
    async recordUse({ userNo, issuer, subject }: OidcLinkRecord, lastUsedAt: Date): Promise<boolean> {
      const result = await links.updateOne({ userNo, issuer, subject }, { $set: { lastUsedAt } })
      return result.matchedCount === 1
    },
    /** False if the user has no such link. */
    async remove(userNo: number, linkId: string): Promise<boolean> {
      return (await links.deleteOne({ userNo, linkId })).deletedCount === 1
    },
    /** Deletes all links of the user, or all that were not made in one session. */
    async deleteByUser(userNo: number, exceptTokenId?: string): Promise<void> {
      await links.deleteMany({
        userNo,
        ...(exceptTokenId !== undefined && { tokenId: { $ne: exceptTokenId } }),
      })
    },
  }
}

/** A user who is at the provider. It ends with the first response. */
export interface OidcTransactionRecord {
  /** Hashes of the state parameter and of the browser's cookie, which are not stored. */
  stateHash: string
  browserHash: string
  /** The provider's name. */
  provider: string
  nonce: string
  codeVerifier: string
  purpose: OidcPurpose
  rememberMe: boolean
  /** The session that began it; absent at sign-in. */
  tokenId?: string
  begunAt: Date
  expiresAt: Date
}

const transactionSchema = defineSchema<OidcTransactionRecord>('oidcTransactions', {
  stateHash: String,
  browserHash: String,
  provider: String,
  nonce: String,
  codeVerifier: String,
  purpose: String,
  rememberMe: Boolean,
  tokenId: String,
  begunAt: Date,
  expiresAt: Date,
})
transactionSchema.index({ stateHash: 1 }, { unique: true })
// MongoDB's TTL monitor deletes expired documents; the embedded engine has none, so `cleanUp` deletes them as well.
transactionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export function createOidcTransactionRepository(connection: Connection) {
  const transactions = connection.model('OidcTransaction', transactionSchema)
  return {
    async create(transaction: OidcTransactionRecord): Promise<void> {
      await transactions.create(transaction)
    },
    /** Ends the transaction. Null if it is unknown, over, expired, or belongs to another browser or provider. */
    async consume(
      {
        stateHash,
        browserHash,
        provider,
      }: Pick<OidcTransactionRecord, 'stateHash' | 'browserHash' | 'provider'>,
      now: Date,
    ): Promise<OidcTransactionRecord | null> {
      return transactions
        .findOneAndDelete(
          { stateHash, browserHash, provider, expiresAt: { $gt: now } },
          { projection: { _id: 0 } },
        )
        .lean<OidcTransactionRecord>()
    },
    async cleanUp(now: Date): Promise<void> {
      await transactions.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}

/** An identity that a provider has confirmed, until the browser uses it. */
export interface OidcTicketRecord {
  /** Hashes of the ticket and of the browser's cookie, which are not stored. */
  ticketHash: string
  browserHash: string
  issuer: string
  subject: string
  email?: string
  isEmailVerified: boolean
  purpose: OidcPurpose
  rememberMe: boolean
  tokenId?: string
  expiresAt: Date
}

const ticketSchema = defineSchema<OidcTicketRecord>('oidcTickets', {
  ticketHash: String,
  browserHash: String,
  issuer: String,
  subject: String,
  email: String,
  isEmailVerified: Boolean,
  purpose: String,
  rememberMe: Boolean,
  tokenId: String,
  expiresAt: Date,
})
ticketSchema.index({ ticketHash: 1 }, { unique: true })
ticketSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

/** A ticket as a browser shows it. `tokenId` is that of the session that uses it; undefined at sign-in. */
type OidcTicketKey = Pick<OidcTicketRecord, 'ticketHash' | 'browserHash' | 'purpose'> & {
  tokenId: string | undefined
}

export function createOidcTicketRepository(connection: Connection) {
  const tickets = connection.model('OidcTicket', ticketSchema)

  function filterOf({ ticketHash, browserHash, purpose, tokenId }: OidcTicketKey, now: Date) {
    const ofSession = tokenId === undefined ? { $exists: false } : tokenId
    return { ticketHash, browserHash, purpose, tokenId: ofSession, expiresAt: { $gt: now } }
  }

  return {
    async create(ticket: OidcTicketRecord): Promise<void> {
      await tickets.create(ticket)
    },
    /** Null if it is unknown, used, expired, or belongs to another browser, session or purpose. */
    async find(key: OidcTicketKey, now: Date): Promise<OidcTicketRecord | null> {
      return tickets.findOne(filterOf(key, now), { _id: 0 }).lean<OidcTicketRecord>()
    },
    /** As `find`, for the first caller only. */
    async consume(key: OidcTicketKey, now: Date): Promise<OidcTicketRecord | null> {
      return tickets.findOneAndDelete(filterOf(key, now), { projection: { _id: 0 } }).lean<OidcTicketRecord>()
    },
    async cleanUp(now: Date): Promise<void> {
      await tickets.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
