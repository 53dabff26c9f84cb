import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'

const SECOND_MS = 1_000

interface ShareDelayParts {
  /** Called once unless cancelled. Resolves when the request has ended, whatever the result. */
  send: () => Promise<void>
  /** Called each second with the remaining seconds; null at the end. */
  onTick: (seconds: number | null) => void
}

export interface ShareDelay {
  sendNow(): void
  cancel(): void
}

/**
 * The time in which a share can be undone before anybody is notified. A page that is hidden or closed sends
 * at once, because it may not get another chance. Signing out sends, too, and waits for the request.
 */
export function startShareDelay({ send, onTick }: ShareDelayParts): ShareDelay {
  let secondsLeft = SHARE_TAKE_BACK_SECONDS
  let hasEnded = false
  let sending = Promise.resolve()

  function end() {
    hasEnded = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', sendWhenHidden)
    window.removeEventListener('pagehide', sendNow)
    onTick(null)
  }
  function cancel() {
    if (hasEnded) return
    end()
    allowSignOut()
  }
  function sendNow() {
    if (hasEnded) return
    end()
    sending = send().finally(allowSignOut)
  }
  function sendWhenHidden() {
    if (document.visibilityState === 'hidden') sendNow()
  }

  const timer = setInterval(() => {
    secondsLeft -= 1
    if (secondsLeft === 0) sendNow()
    else onTick(secondsLeft)
  }, SECOND_MS)
  document.addEventListener('visibilitychange', sendWhenHidden)
  window.addEventListener('pagehide', sendNow)
  const allowSignOut = registerBeforeSignOut(() => {
    sendNow()
    return sending
  })
  onTick(secondsLeft)
  return { sendNow, cancel }
}
