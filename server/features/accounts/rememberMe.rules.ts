import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '#server/platform/digest.ts'
import type { RememberMe } from '#server/platform/session.store.ts'

const SECRET_BYTES = 16

/** For how long, in milliseconds, tabs that are opened together may show the same secret. */
export const REMEMBER_ME_GRACE_MS = 60_000

/** A session's name and the secret of the moment. */
const COOKIE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{22})$/

export function cookieOf(tokenId: string, secret: string): string {
  return `${tokenId}.${secret}`
}

/** Null for what no server of ours has made. */
export function partsOf(cookie: string): { tokenId: string; secret: string } | null {
  const [, tokenId, secret] = COOKIE.exec(cookie) ?? []
  return tokenId === undefined || secret === undefined ? null : { tokenId, secret }
}

export function createRememberMe(now: Date): { tokenId: string; stay: RememberMe; cookie: string } {
  const tokenId = randomUUID()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { tokenId, stay: { hash: sha256(secret), since: now }, cookie: cookieOf(tokenId, secret) }
}

/**
 * What is to be thought of a secret that is shown:
 * - `good`: it is the one, and so new that other tabs may be showing it, too
 * - `due`: it is the one, and its successor's turn has come
 * - `justReplaced`: a tab sent it while another one was given its successor
 * - `stale`: it was replaced a while ago, or never given, so that two have what only one should
 */
export type RememberMeCheck = 'good' | 'due' | 'justReplaced' | 'stale'

export function checkRememberMe(
  { hash, before, since }: RememberMe,
  shownHash: string,
  now: Date,
): RememberMeCheck {
  const isNew = now.getTime() - since.getTime() < REMEMBER_ME_GRACE_MS
  if (shownHash === hash) return isNew ? 'good' : 'due'
  return shownHash === before && isNew ? 'justReplaced' : 'stale'
}
