import { withTimeLimit } from './timers.ts'

/** A random UUID, also where `crypto.randomUUID` is missing: on insecure origins and in older browsers. */
export function makeRequestKey(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), RANDOM)
}

const RANDOM = 4
/** For application-specific UUIDs (RFC 9562). */
export const CUSTOM = 8

/** The UUID with this version, made of 16 bytes. */
export function uuidOf(bytes: Uint8Array, version: number): string {
  const result = Uint8Array.from(bytes)
  result[6] = ((result[6] ?? 0) & 0x0f) | (version << 4)
  result[8] = ((result[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(result, byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})/, '$1-$2-$3-$4-')
}

/** In milliseconds; enough for tens of megabytes. */
const DIGEST_TIMEOUT_MS = 5_000

/** Null if the browser computes no digests, as on an insecure origin. */
export async function sha256(bytes: BufferSource): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(
      await withTimeLimit(() => crypto.subtle.digest('SHA-256', bytes), DIGEST_TIMEOUT_MS),
    )
  } catch {
    return null
  }
}
