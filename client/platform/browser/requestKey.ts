/** A random UUID, also on an origin without TLS, where the browser's own function is missing. */
export function makeRequestKey(): string {
  if (isSecureContext) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})/, '$1-$2-$3-$4-')
}
