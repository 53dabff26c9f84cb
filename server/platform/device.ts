import Bowser from 'bowser'
import { truncateText } from '#protocol/textLength.ts'

/** In characters; the rest is of no use. */
const USER_AGENT_MAX = 500

/**
 * In UTF-16 units. A client may send a name of any length, and it becomes part of a notification target
 * (NOTIFICATION_TARGET_MAX).
 */
const DEVICE_MAX = 80

/** Browser and operating system, such as 'Chrome · Windows'; empty if neither is known. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  return truncateText([browser.name, os.name].filter(Boolean).join(' · '), DEVICE_MAX)
}
