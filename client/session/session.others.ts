import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { WAITS_AT_MOST_MS } from './session.leaving.ts'
import { onTabMessage, postToTabs } from './tabs.ts'

/**
 * A tab that is awake says within a few milliseconds that it begins, on a device that is busy within a few hundred; one that the
 * browser has put to sleep is not waited for.
 */
const SAYS_WITHIN_MS = 500
/** They wait as long as this one does, and then tell what they could not send. */
const TELLS_WITHIN_MS = WAITS_AT_MOST_MS + 500

/**
 * Has the person's other tabs send what must not be lost with the session, which they share, and waits for those that say that
 * they do. What these could not send, in sentences. Never rejects.
 */
export async function finishInOtherTabs(userNo: number): Promise<string[]> {
  const sending = new Set<string>()
  const unsent: string[] = []
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
      if (message.kind === 'finished' && sending.delete(message.key)) unsent.push(...message.unsent)
      settle()
    })
    const tooLong = setTimeout(() => {
      sending.clear()
      settle()
    }, TELLS_WITHIN_MS)
    setTimeout(() => {
      hasWaited = true
      settle()
    }, SAYS_WITHIN_MS)
    postToTabs({ kind: 'leaving', userNo })
  })
  return unsent
}

/** In such another tab: `finish` sends, and answers what it could not send. */
export async function finishForOtherTab(finish: () => Promise<readonly string[]>): Promise<void> {
  const key = makeRequestKey()
  postToTabs({ kind: 'finishing', key })
  postToTabs({ kind: 'finished', key, unsent: await finish() })
}
