import Bowser from 'bowser'

/** In characters; the rest tells nothing that a person would recognise. */
const USER_AGENT_MAX = 500

/** Browser and system in words, such as 'Chrome · Windows'; empty when neither is known. */
export function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  return [browser.name, os.name].filter(Boolean).join(' · ')
}
