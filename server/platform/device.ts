import Bowser from 'bowser'
import { shortened } from '#protocol/shortened.ts'

/** In characters; the rest tells nothing that a person would recognise. */
const USER_AGENT_MAX = 500

/** In UTF-16 units. A program may give itself a name of any length, and news are named by it (NEWS_THING_MAX). */
const DEVICE_MAX = 80

/** Browser and system in words, such as 'Chrome · Windows'; empty when neither is known. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  return shortened([browser.name, os.name].filter(Boolean).join(' · '), DEVICE_MAX)
}
