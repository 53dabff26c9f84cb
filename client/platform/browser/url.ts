/**
 * Null for an invalid URL. `URL.canParse` is missing in Safari 16, and rejects some valid hosts after a few thousand calls in Node.js 20
 * and 22.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
