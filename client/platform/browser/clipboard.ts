import { withTimeLimit } from './timers.ts'

/** In milliseconds; some browsers ask the user for permission. */
const PERMISSION_TIMEOUT_MS = 10_000

/** Returns whether the text was copied. Not every browser has a clipboard API, and none has it on an insecure origin. */
export function copyText(text: string): Promise<boolean> {
  return withTimeLimit(() => navigator.clipboard.writeText(text), PERMISSION_TIMEOUT_MS).then(
    () => true,
    () => false,
  )
}
