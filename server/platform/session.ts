import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '#protocol/access.ts'
import { REMEMBER_ME_MS, SESSION_MS } from '#protocol/limits.ts'
import type { Secrets } from './secret.ts'
import type { SessionRecord, SessionStore } from './session.store.ts'
import { upTo } from './upTo.ts'

export interface Session {
  tokenId: string
  viewer: Viewer
  expiresAt: Date
  /** Opened with a temporary password that has not been replaced yet. */
  mustChangePassword: boolean
  /** Its device was asked to stay signed in. */
  stays: boolean
}

/** How a session came to be; one with a stay lasts for as long as its device is used. */
export type SessionOrigin = Pick<SessionRecord, 'device' | 'deviceHash' | 'temporaryPasswordHash' | 'stay'>

/** How long a node trusts what it knows of a session, should the word that it ended be lost. */
const TRUSTED_MS = 5_000
const TRUSTED_MAX = 50_000
/** Tokens whose signature was looked at: some 5 MB. */
const VERIFIED_MAX = 10_000

/** Makes, finds and ends sessions. A token is worth nothing without the session that it names. */
export interface SessionGate {
  /** Whose a token is by its signature alone, without asking whether its session still stands; null when it is nobody's. */
  ownerOf(token: string): number | null
  /** Null for a token that is missing, forged, expired, or whose session has ended. Never throws for a bad token. */
  find(token: string | undefined): Promise<Session | null>
  /** `tokenId`: a fresh UUID, when its name has to be known before. */
  open(
    userNo: number,
    origin: SessionOrigin,
    tokenId?: string,
  ): Promise<{ tokenId: string; authToken: string }>
  /** A further token for a session that stands. */
  tokenFor(session: Pick<SessionRecord, 'tokenId' | 'userNo'>): string
  end(tokenId: string): Promise<void>
  /** Forgets what this node knows of a session; called on every node when one ends. */
  forget(tokenId: string): void
  /** The same for all sessions of a user. */
  forgetUser(userNo: number): void
  /** Forgets what this node knows of all sessions, when it may not have heard that some ended. */
  forgetAll(): void
}

export interface SessionGateParts {
  sessions: SessionStore
  /** Null when the account is gone. */
  viewerOf(userNo: number): Promise<Viewer | null>
  /** The first signs; a token may be signed by any. */
  secrets: Secrets
  clock: () => Date
}

export function createSessionGate({ sessions, viewerOf, secrets, clock }: SessionGateParts): SessionGate {
  const trusted = new LRUCache<string, Session>({ ...upTo(TRUSTED_MAX), ttl: TRUSTED_MS })
  // Keys made once: from a string, every single verification would make one.
  const [key, ...others] = secrets.map(secret => createSecretKey(secret, 'utf8')) as [
    KeyObject,
    ...KeyObject[],
  ]
  const claimsOf = createVerification([key, ...others])
  // Counts endings, so that a session found just before it ended is not trusted just after.
  let endings = 0

  function forget(tokenId: string): void {
    endings += 1
    trusted.delete(tokenId)
  }

  function forgetUser(userNo: number): void {
    endings += 1
    for (const [tokenId, { viewer }] of trusted.entries())
      if (viewer.userNo === userNo) trusted.delete(tokenId)
  }

  async function load(tokenId: string, userNo: number): Promise<Session | null> {
    const [record, viewer] = await Promise.all([
      sessions.relationship(tokenId, userNo, clock()),
      viewerOf(userNo),
    ])
    if (record === null || viewer === null) return null
    const mustChangePassword = record.temporaryPasswordHash !== undefined
    const rememberMe = record.stay !== undefined
    return { tokenId, viewer, expiresAt: record.expiresAt, mustChangePassword, stays: rememberMe }
  }

  function tokenFor({ tokenId, userNo }: Pick<SessionRecord, 'tokenId' | 'userNo'>): string {
    return jwt.sign({ iat: Math.floor(clock().getTime() / 1000) }, key, {
      algorithm: 'HS256',
      subject: String(userNo),
      jwtid: tokenId,
      expiresIn: SESSION_MS / 1000,
    })
  }

  return {
    ownerOf: token => claimsOf(token, clock())?.userNo ?? null,
    async find(token) {
      const claims = token === undefined ? null : claimsOf(token, clock())
      if (claims === null) return null
      const known = trusted.get(claims.tokenId)
      if (known?.viewer.userNo === claims.userNo && known.expiresAt > clock()) return until(claims, known)
      const endingsBefore = endings
      const session = await load(claims.tokenId, claims.userNo)
      // One that waits for a new password is asked about each time: no node needs to be told that there is one.
      if (session && !session.mustChangePassword && endings === endingsBefore)
        trusted.set(claims.tokenId, session)
      return session && until(claims, session)
    },
    async open(userNo, origin, tokenId = randomUUID()) {
      const now = clock()
      const expiresAt = new Date(now.getTime() + (origin.stay ? REMEMBER_ME_MS : SESSION_MS))
      await sessions.open({ ...origin, tokenId, userNo, createdAt: now, expiresAt, lastSeen: now })
      return { tokenId, authToken: tokenFor({ tokenId, userNo }) }
    },
    tokenFor,
    async end(tokenId) {
      await sessions.end(tokenId)
      forget(tokenId)
    },
    forget,
    forgetUser,
    forgetAll() {
      endings += 1
      trusted.clear()
    },
  }
}

interface Claims {
  tokenId: string
  userNo: number
  expiresAt: Date
}

/** What a token of ours claims, until it expires. Its signature is looked at once: the same token is shown with every call. */
function createVerification(keys: readonly KeyObject[]): (token: string, now: Date) => Claims | null {
  const verified = new LRUCache<string, Claims>(upTo(VERIFIED_MAX))
  return (token, now) => {
    const known = verified.get(token)
    if (known !== undefined) return known.expiresAt > now ? known : null
    for (const key of keys) {
      const claims = verify(token, key, now)
      if (claims === null) continue
      verified.set(token, claims)
      return claims
    }
    return null
  }
}

function verify(token: string, key: KeyObject, now: Date): Claims | null {
  try {
    const clockTimestamp = Math.floor(now.getTime() / 1000)
    const claims = jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp })
    if (typeof claims === 'string' || claims.jti === undefined || claims.exp === undefined) return null
    return { tokenId: claims.jti, userNo: Number(claims.sub), expiresAt: new Date(claims.exp * 1000) }
  } catch {
    return null
  }
}

/** The session as one of its tokens opens it: a session that stays outlives each of them. */
function until({ expiresAt }: Claims, session: Session): Session {
  return expiresAt < session.expiresAt ? { ...session, expiresAt } : session
}
