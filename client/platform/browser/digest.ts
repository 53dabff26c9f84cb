import { withTimeLimit } from './timeLimit.ts'

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
