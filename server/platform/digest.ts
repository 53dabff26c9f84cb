import { createHash, createHmac } from 'node:crypto'
import type { Secrets } from './secret.ts'

/** 128 bits, in characters of base64url: more than anybody can try. */
const DIGEST_LENGTH = 22

/** Turns a text into one that tells nothing of it, and is always the same. */
export type Digest = (text: string) => string

/** With a key, so that even what is short, as an address is, cannot be found by trying all there are. */
export function createDigest([secret]: Secrets): Digest {
  // Named apart from the tokens, which the same secret signs.
  return text =>
    createHmac('sha256', secret).update(`digest:${text}`).digest('base64url').slice(0, DIGEST_LENGTH)
}

/** For what is random and long already. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
