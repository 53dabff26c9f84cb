import { randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '#protocol/access.ts'
import { SESSION_MS } from '#protocol/limits.ts'
import type { SessionStore } from './session.store.ts'

export interface Session {
  tokenId: string
  viewer: Viewer
}

/** How long a node trusts what it knows of a session, should the word that it ended be lost. */
const TRUSTED_MS = 5_000
const TRUSTED_MAX = 50_000

/** Makes, finds and ends sessions. A token is worth nothing without the session that it names. */
export interface SessionGate {
  /** Null for a token that is missing, forged, expired, or whose session has ended. Never throws for a bad token. */
  find(token: string | undefined): Promise<Session | null>
  open(userNo: number): Promise<string>
  end(tokenId: string): Promise<void>
  /** Forgets what this node knows of a session; called on every node when one ends. */
  forget(tokenId: string): void
  /** Forgets what this node knows of all sessions, when it may not have heard that some ended. */
  forgetAll(): void
}

export interface SessionGateParts {
  sessions: SessionStore
  /** Null when the account is gone. */
  viewerOf(userNo: number): Promise<Viewer | null>
  secret: string
  clock: () => Date
}

export function createSessionGate({ sessions, viewerOf, secret, clock }: SessionGateParts): SessionGate {
  const trusted = new LRUCache<string, Session>({ max: TRUSTED_MAX, ttl: TRUSTED_MS })
  // Counts endings, so that a session found just before it ended is not trusted just after.
  let endings = 0

  function forget(tokenId: string): void {
    endings += 1
    trusted.delete(tokenId)
  }

  async function load(tokenId: string, userNo: number): Promise<Session | null> {
    const [stands, viewer] = await Promise.all([sessions.stands(tokenId, userNo, clock()), viewerOf(userNo)])
    return stands && viewer ? { tokenId, viewer } : null
  }

  return {
    async find(token) {
      const claims = token === undefined ? null : claimsOf(token, secret)
      if (claims === null) return null
      const known = trusted.get(claims.tokenId)
      if (known) return known
      const endingsBefore = endings
      const session = await load(claims.tokenId, claims.userNo)
      if (session && endings === endingsBefore) trusted.set(claims.tokenId, session)
      return session
    },
    async open(userNo) {
      const tokenId = randomUUID()
      const now = clock()
      await sessions.open({
        tokenId,
        userNo,
        createdAt: now,
        expiresAt: new Date(now.getTime() + SESSION_MS),
      })
      return jwt.sign({}, secret, {
        algorithm: 'HS256',
        subject: String(userNo),
        jwtid: tokenId,
        expiresIn: SESSION_MS / 1000,
      })
    },
    async end(tokenId) {
      await sessions.end(tokenId)
      forget(tokenId)
    },
    forget,
    forgetAll() {
      endings += 1
      trusted.clear()
    },
  }
}

function claimsOf(token: string, secret: string): { tokenId: string; userNo: number } | null {
  try {
    const claims = jwt.verify(token, secret, { algorithms: ['HS256'] })
    if (typeof claims === 'string' || claims.jti === undefined) return null
    return { tokenId: claims.jti, userNo: Number(claims.sub) }
  } catch {
    return null
  }
}
