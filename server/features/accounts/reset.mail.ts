import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Say } from '#server/platform/say.ts'
import { renderMail } from './mailTemplate.ts'

const MINUTE_MS = 60_000

export interface ResetMail {
  to: string
  name: string
  password: string
  publicUrl: string
}

export function resetMail({ to, name, password, publicUrl }: ResetMail, say: Say): Mail {
  const minutes = TEMPORARY_PASSWORD_MS / MINUTE_MS
  const href = new URL('/user/signin', publicUrl).href
  return renderMail(
    {
      to,
      name,
      subject: say('accounts.mailSubject'),
      paragraphs: [
        { kind: 'fact', label: say('accounts.mailPassword'), value: password },
        { kind: 'sentence', text: say('accounts.mailHow', { minutes }) },
        { kind: 'link', label: say('accounts.mailToSignIn'), href },
        { kind: 'smallPrint', text: say('accounts.mailIgnore') },
      ],
    },
    say,
  )
}
