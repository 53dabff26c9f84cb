import { openChannel } from '#client/platform/browser/broadcast.ts'
import type { Auth } from './session.ts'

/**
 * Messages between the tabs of one browser. Each tab has its token in its own session storage; a new tab asks the others for theirs,
 * and signing out in one tab signs the user out in all.
 */

type TabMessage =
  /** A new tab asks for the session of another one. */
  | { kind: 'asked' }
  /** Tabs of earlier releases send no `person`. */
  | { kind: 'answered'; authToken: string; person?: Auth | null }
  /** The user is about to sign out: each tab sends its unsent content and reports when it begins and when it has finished. */
  | { kind: 'leaving'; userNo: number }
  | { kind: 'finishing'; key: string }
  /** `unsent`: sentences about what the tab could not send. */
  | { kind: 'finished'; key: string; unsent: readonly string[] }
  /** Tabs of earlier releases send no time. In milliseconds since 1970. */
  | { kind: 'signedOut'; userNo: number; at?: number }
  /** The user has replaced a temporary password. */
  | { kind: 'passwordChanged'; userNo: number }

/**
 * In milliseconds. An open tab replies within a few milliseconds, or later on a busy device; a suspended tab does not reply at all. A
 * user who closed the browser without signing out waits this long, once.
 */
const REPLY_TIMEOUT_MS = 1_500
/** In milliseconds. A tab that is still loading has missed the earlier requests. */
const REQUEST_INTERVAL_MS = 250

const channel = openChannel<TabMessage>('geulmaru')

export function postToTabs(message: TabMessage): void {
  channel?.post(message)
}

/** Messages come from pages of the same origin only. Returns the unsubscribe function. */
export function onTabMessage(receive: (message: TabMessage) => void): () => void {
  return channel?.onMessage(receive) ?? (() => undefined)
}

interface OtherSession {
  authToken: string
  person: Auth | null
}

/** Returns the session of another tab; null if none replies. */
export async function askTabsForSession(): Promise<OtherSession | null> {
  if (channel === null) return null
  return await new Promise(resolve => {
    const finish = (session: OtherSession | null) => {
      clearTimeout(timer)
      clearInterval(interval)
      unsubscribe()
      resolve(session)
    }
    const timer = setTimeout(() => finish(null), REPLY_TIMEOUT_MS)
    const unsubscribe = onTabMessage(message => {
      if (message.kind === 'answered')
        finish({ authToken: message.authToken, person: message.person ?? null })
    })
    const request = () => postToTabs({ kind: 'asked' })
    const interval = setInterval(request, REQUEST_INTERVAL_MS)
    request()
  })
}
