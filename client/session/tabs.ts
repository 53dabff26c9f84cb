import { openChannel } from '#client/platform/browser/broadcast.ts'
import type { Auth } from './session.ts'

/**
 * The tabs of one browser among themselves. Each tab keeps its token in its own session storage; a new one asks the
 * open ones for theirs, and whoever signs out takes the others along.
 */

/** `asked`: a new tab looks for somebody who is signed in. */
type TabMessage =
  | { kind: 'asked' }
  /** `person`: absent from tabs of earlier releases. */
  | { kind: 'answered'; authToken: string; person?: Auth | null }
  /** Somebody is about to sign out: each tab sends now what is to go before, and tells that it begins and has ended. */
  | { kind: 'leaving'; userNo: number }
  | { kind: 'finishing'; key: string }
  /** `unsent`: what it could not send, in sentences. */
  | { kind: 'finished'; key: string; unsent: readonly string[] }
  | { kind: 'signedOut'; userNo: number }
  /** A temporary one was replaced. */
  | { kind: 'passwordChanged' }

/**
 * An open tab answers within a few milliseconds, or later on a device that is busy; one that the browser has put to sleep does not
 * answer at all. Whoever has closed the browser without signing out waits so long, once.
 */
const ANSWER_WITHIN_MS = 1_500
/** One that is only just being opened has not heard who asked before, in milliseconds. */
const ASKED_EVERY_MS = 250

const channel = openChannel<TabMessage>('geulmaru')

export function postToTabs(message: TabMessage): void {
  channel?.post(message)
}

/** Messages come from pages of this very origin only. */
export function onTabMessage(receive: (message: TabMessage) => void): () => void {
  return channel?.onMessage(receive) ?? (() => undefined)
}

interface OtherSession {
  authToken: string
  person: Auth | null
}

/** The session of an open tab, or null when none answers. */
export async function askTabsForSession(): Promise<OtherSession | null> {
  if (channel === null) return null
  return await new Promise(resolve => {
    const answer = (session: OtherSession | null) => {
      clearTimeout(timer)
      clearInterval(asking)
      stop()
      resolve(session)
    }
    const timer = setTimeout(() => answer(null), ANSWER_WITHIN_MS)
    const stop = onTabMessage(message => {
      if (message.kind === 'answered')
        answer({ authToken: message.authToken, person: message.person ?? null })
    })
    const ask = () => postToTabs({ kind: 'asked' })
    const asking = setInterval(ask, ASKED_EVERY_MS)
    ask()
  })
}
