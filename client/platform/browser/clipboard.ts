import { withTimeLimit } from './timeLimit.ts'

/** Some browsers ask their user first, in milliseconds. */
const ALLOWED_WITHIN_MS = 10_000

/** Whether the text is on the clipboard now: not every browser has one for pages, nor any on a page that came unencrypted. */
export function copyText(text: string): Promise<boolean> {
  return withTimeLimit(() => navigator.clipboard.writeText(text), ALLOWED_WITHIN_MS).then(
    () => true,
    () => false,
  )
}
