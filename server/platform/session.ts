import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '#protocol/access.ts'
import type { ApiScope } from '#protocol/apiTokens.ts'
import { REMEMBER_ME_MS, SESSION_MS } from '#protocol/limits.ts'
import { lruOptions } from './caches.ts'
import type { Secrets } from './secrets.ts'
import type { SessionRecord, SessionRepository } from './session.repository.ts'

export interface Session {
  tokenId: string
  viewer: Viewer
  expiresAt: Date
  /** The session was opened with a temporary password that has not been replaced yet. */
  mustChangePassword: boolean
  /** The user chose "remember me". */
  isRemembered: boolean
  /** Only for the session of an API token, which is valid for the calls of these scopes. */
  apiScopes?: readonly ApiScope[]
}

/** How a session was opened. One with `rememberMe` lasts as long as its device is used. */
type SessionOrigin = Pick<SessionRecord, 'device' | 'deviceHash' | 'temporaryPasswordHash' | 'rememberMe'>

/** How long a node trusts a cached session, in case its invalidation gets lost. */
const TRUSTED_MS = 5_000
const TRUSTED_MAX = 50_000
/** Verified tokens: about 5 MB. */
const VERIFIED_MAX = 10_000

/** Creates, finds and ends sessions. A token is valid only as long as its session exists. */
export interface SessionGate {
  /** The user of a validly signed token, without checking the session; null for an invalid token. */
  ownerOf(token: string): number | null
  /** Returns null for a missing, forged or expired token, and for an ended session. Never throws for a bad token. */
  find(token: string | undefined): Promise<Session | null>
  /** @param tokenId a new UUID, if the caller needs it beforehand. */
  create(
    userNo: number,
    origin: SessionOrigin,
    tokenId?: string,
  ): Promise<{ tokenId: string; authToken: string }>
  /** Issues another token for a valid session. */
  tokenFor(session: Pick<SessionRecord, 'tokenId' | 'userNo'>): string
  end(tokenId: string): Promise<void>
  /** Drops the cached session; called on every node when it ends. */
  forget(tokenId: string): void
  /** Drops all cached sessions of a user. */
  forgetUser(userNo: number): void
  /** Drops all cached sessions, after messages may have been lost. */
  clear(): void
}

interface SessionGateParts {
  sessions: SessionRepository
  /** Null if the account does not exist. */
  viewerOf(userNo: number): Promise<Viewer | null>
  /** The first signs; all are accepted. */
  secrets: Secrets
  clock: () => Date
}

export function createSessionGate({ sessions, viewerOf, secrets, clock }: SessionGateParts): SessionGate {
  const cache = new LRUCache<string, Session>({ ...lruOptions(TRUSTED_MAX), ttl: TRUSTED_MS })
  // Created once: with a string, each verification would create a key object.
  const [key, ...others] = secrets.map(secret => createSecretKey(secret, 'utf8')) as [
    KeyObject,
    ...KeyObject[],
  ]
  const verifyToken = createVerification([key, ...others])
  // A session that was read before it ended must not be cached afterwards.
  let endings = 0

  function forget(tokenId: string): void {
    endings += 1
    cache.delete(tokenId)
  }

  function forgetUser(userNo: number): void {
    endings += 1
    for (const [tokenId, { viewer }] of cache.entries()) if (viewer.userNo === userNo) cache.delete(tokenId)
  }

  async function load(tokenId: string, userNo: number): Promise<Session | null> {
    const [record, viewer] = await Promise.all([
      sessions.findActive(tokenId, userNo, clock()),
      viewerOf(userNo),
    ])
    if (record === null || viewer === null) return null
    const mustChangePassword = record.temporaryPasswordHash !== undefined
    const rememberMe = record.rememberMe !== undefined
    return { tokenId, viewer, expiresAt: record.expiresAt, mustChangePassword, isRemembered: rememberMe }
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
    ownerOf: token => verifyToken(token, clock())?.userNo ?? null,
    async find(token) {
      const claims = token === undefined ? null : verifyToken(token, clock())
      if (claims === null) return null
      const known = cache.get(claims.tokenId)
      if (known?.viewer.userNo === claims.userNo && known.expiresAt > clock())
        return withTokenExpiry(claims, known)
      const endingsBefore = endings
      const session = await load(claims.tokenId, claims.userNo)
      // Sessions that must change their password are not cached, so the change needs no invalidation.
      if (session && !session.mustChangePassword && endings === endingsBefore)
        cache.set(claims.tokenId, session)
      return session && withTokenExpiry(claims, session)
    },
    async create(userNo, origin, tokenId = randomUUID()) {
      const now = clock()
      const expiresAt = new Date(now.getTime() + (origin.rememberMe ? REMEMBER_ME_MS : SESSION_MS))
      await sessions.insert({ ...origin, tokenId, userNo, createdAt: now, expiresAt, lastSeen: now })
      return { tokenId, authToken: tokenFor({ tokenId, userNo }) }
    },
    tokenFor,
    async end(tokenId) {
      await sessions.end(tokenId)
      forget(tokenId)
    },
    forget,
    forgetUser,
    clear() {
      endings += 1
      cache.clear()
    },
  }
}

interface Claims {
  tokenId: string
  userNo: number
  expiresAt: Date
}

/** Verifies tokens. Each signature is checked once, because every call sends the same token. */
function createVerification(keys: readonly KeyObject[]): (token: string, now: Date) => Claims | null {
  const cache = new LRUCache<string, Claims>(lruOptions(VERIFIED_MAX))
  return (token, now) => {
    const known = cache.get(token)
    if (known !== undefined) return known.expiresAt > now ? known : null
    for (const key of keys) {
      const claims = verify(token, key, now)
      if (claims === null) continue
      cache.set(token, claims)
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

/** A remembered session outlives its tokens, so a token limits the expiry. */
function withTokenExpiry({ expiresAt }: Claims, session: Session): Session {
  return expiresAt < session.expiresAt ? { ...session, expiresAt } : session
}
