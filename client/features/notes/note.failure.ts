import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'

/** Of a note that is asked for and was not kept here: what failed. What to do about it is said after that. */
export function noteFailureText(error: Error | null): string {
  const hasNoLine = error instanceof CallFailed && error.code === 'offline'
  return t(hasNoLine ? 'notes.notOnDevice' : 'notes.loadFailed')
}
