import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'

const SECOND_MS = 1_000

interface ShareDelayParts {
  /** Called once, unless it is taken back. Resolves, however it ended, when there is nothing more to wait for. */
  send: () => Promise<void>
  /** Called each second with the seconds left; null when there is nothing to take back any more. */
  onLeft: (seconds: number | null) => void
}

export interface ShareDelay {
  sendNow(): void
  takeBack(): void
}

/**
 * The time in which a sharing can be taken back before anybody hears of it. A page that is hidden or left sends at
 * once: it may never get another chance. So does signing out, which waits until it is sent.
 */
export function startShareDelay({ send, onLeft }: ShareDelayParts): ShareDelay {
  let left = SHARE_TAKE_BACK_SECONDS
  let isOver = false
  let sent = Promise.resolve()

  function end() {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', sendWhenHidden)
    window.removeEventListener('pagehide', sendNow)
    onLeft(null)
  }
  function takeBack() {
    if (isOver) return
    end()
    letSignOut()
  }
  function sendNow() {
    if (isOver) return
    end()
    sent = send().finally(letSignOut)
  }
  function sendWhenHidden() {
    if (document.visibilityState === 'hidden') sendNow()
  }

  const timer = setInterval(() => {
    left -= 1
    if (left === 0) sendNow()
    else onLeft(left)
  }, SECOND_MS)
  document.addEventListener('visibilitychange', sendWhenHidden)
  window.addEventListener('pagehide', sendNow)
  const letSignOut = beforeSigningOut(() => {
    sendNow()
    return sent
  })
  onLeft(left)
  return { sendNow, takeBack }
}
