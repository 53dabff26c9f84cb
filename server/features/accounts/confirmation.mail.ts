import { EMAIL_CONFIRMATION_MS } from '#protocol/limits.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Say } from '#server/platform/say.ts'
import { renderMail } from './mailTemplate.ts'

const HOUR_MS = 60 * 60_000

export interface ConfirmationMail {
  to: string
  name: string
  token: string
  publicUrl: string
}

/** The token stands in the fragment of the link, so no log of a server or a proxy has it. */
export function confirmationMail({ to, name, token, publicUrl }: ConfirmationMail, say: Say): Mail {
  const hours = EMAIL_CONFIRMATION_MS / HOUR_MS
  return renderMail(
    {
      to,
      name,
      subject: say('accounts.confirmMailSubject'),
      paragraphs: [
        { kind: 'sentence', text: say('accounts.confirmMailLead') },
        {
          kind: 'link',
          label: say('accounts.confirmMailLink'),
          href: new URL(`/user/confirm#${token}`, publicUrl).href,
        },
        { kind: 'sentence', text: say('accounts.confirmMailHow', { hours }) },
        { kind: 'smallPrint', text: say('accounts.confirmMailIgnore') },
      ],
    },
    say,
  )
}
