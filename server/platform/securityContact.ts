import type { RequestHandler } from 'express'
import { allLanguages } from '#protocol/text/languages.ts'

export const SECURITY_TXT = '/.well-known/security.txt'

/** How long the file says it holds. It is made anew for each reader, so this is how long a copy of it is good. */
const DAYS = 180
const DAY_MS = 86_400_000

/** Tells who finds a hole whom to write to (RFC 9116); passes on where nobody is named. */
export function answerSecurityContact(settings: {
  contact: string | undefined
  publicUrl: string
  clock: () => Date
}): RequestHandler {
  const { contact, publicUrl, clock } = settings
  return (_request, response, next) => {
    if (contact === undefined) return next()
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock().getTime() + DAYS * DAY_MS).toISOString()}`,
      `Preferred-Languages: ${allLanguages.join(', ')}`,
    ]
    // The RFC takes none but https: addresses.
    if (publicUrl.startsWith('https:')) lines.push(`Canonical: ${new URL(SECURITY_TXT, publicUrl)}`)
    response.type('text/plain').send(`${lines.join('\n')}\n`)
  }
}
