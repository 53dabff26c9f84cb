/** A random UUID, also on an origin without TLS, where the browser's own function is missing. */
export function makeRequestKey(): string {
  return isSecureContext ? crypto.randomUUID() : uuidOf(crypto.getRandomValues(new Uint8Array(16)), RANDOM)
}

const RANDOM = 4
/** Of one's own making, by RFC 9562. */
export const CUSTOM = 8

/** The UUID of a version that 16 bytes make. */
export function uuidOf(bytes: Uint8Array, version: number): string {
  const marked = Uint8Array.from(bytes)
  marked[6] = ((marked[6] ?? 0) & 0x0f) | (version << 4)
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(marked, byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})/, '$1-$2-$3-$4-')
}
