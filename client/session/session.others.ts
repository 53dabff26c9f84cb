import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { finishBeforeSigningOut, WAITS_AT_MOST_MS } from './session.leaving.ts'
import { onTabMessage, postToTabs } from './tabs.ts'

/** A tab that is awake says within a few milliseconds that it is sending something; one that has nothing to send is not heard of. */
const SAYS_WITHIN_MS = 100

/**
 * Has the person's other tabs send what must not be lost with the session, which they share, and waits for those that say that
 * they do; no longer than for this one. Never rejects.
 */
export async function otherTabsFinished(userNo: number): Promise<void> {
  const sending = new Set<string>()
  await new Promise<void>(resolve => {
    let hasWaited = false
    const settle = () => {
      if (!hasWaited || sending.size > 0) return
      clearTimeout(tooLong)
      stop()
      resolve()
    }
    const stop = onTabMessage(message => {
      if (message.kind === 'finishing') sending.add(message.key)
      if (message.kind === 'finished') sending.delete(message.key)
      settle()
    })
    const tooLong = setTimeout(() => {
      sending.clear()
      settle()
    }, WAITS_AT_MOST_MS)
    setTimeout(() => {
      hasWaited = true
      settle()
    }, SAYS_WITHIN_MS)
    postToTabs({ kind: 'leaving', userNo })
  })
}

/** In such another tab. */
export async function finishForOtherTab(): Promise<void> {
  const key = makeRequestKey()
  postToTabs({ kind: 'finishing', key })
  await finishBeforeSigningOut()
  postToTabs({ kind: 'finished', key })
}
