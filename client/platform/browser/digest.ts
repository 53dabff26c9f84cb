import { withTimeLimit } from './timeLimit.ts'

/** A digest of tens of megabytes takes less, in milliseconds. */
const DIGESTED_WITHIN_MS = 5_000

/** SHA-256 of the bytes. Null where the browser makes no digests, as on a page that came unencrypted. */
export async function digestOf(bytes: BufferSource): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(
      await withTimeLimit(() => crypto.subtle.digest('SHA-256', bytes), DIGESTED_WITHIN_MS),
    )
  } catch {
    return null
  }
}
