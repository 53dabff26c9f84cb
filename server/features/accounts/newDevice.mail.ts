import type { Language } from '#protocol/text/languages.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Say } from '#server/platform/say.ts'
import { renderMail } from './mailTemplate.ts'

/** Where most people of the product are; the mail names it beside the time. */
const TIME_ZONE = 'Asia/Seoul'

export interface NewDeviceMail {
  to: string
  name: string
  /** In words; empty when unknown. */
  device: string
  at: Date
  publicUrl: string
}

/** That somebody has signed in on a device that is new to the account. It holds nothing that opens anything. */
export function newDeviceMail({ to, name, device, at, publicUrl }: NewDeviceMail, say: Say): Mail {
  return renderMail(
    {
      to,
      name,
      subject: say('accounts.deviceMailSubject'),
      paragraphs: [
        { kind: 'sentence', text: say('accounts.deviceMailLead') },
        {
          kind: 'sentence',
          text: say('accounts.deviceMailWhere', {
            device: device || say('accounts.unknownDevice'),
            time: timeIn(say.language, at),
          }),
        },
        { kind: 'sentence', text: say('accounts.deviceMailIfYou') },
        { kind: 'sentence', text: say('accounts.deviceMailIfNot') },
        {
          kind: 'link',
          label: say('accounts.deviceMailToMyInfo'),
          href: new URL('/user/myinfo', publicUrl).href,
        },
      ],
    },
    say,
  )
}

/** Such as '2026년 3월 1일 15:20 GMT+9'. */
function timeIn(language: Language, at: Date): string {
  return at.toLocaleString(language, {
    timeZone: TIME_ZONE,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
}
