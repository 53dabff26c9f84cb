import { EMAIL_CONFIRMATION_MS, TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Language } from '#protocol/text/languages.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/durations.ts'
import { escapeHtml } from '#server/platform/escapeHtml.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { Mail } from '#server/platform/mail.ts'

/** One paragraph of a mail: a sentence, a label with a value, or a button. */
type Paragraph =
  | { kind: 'sentence' | 'smallPrint'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'link'; label: string; href: string }

interface MailTemplate {
  to: string
  /** Name in the salutation. */
  name: string
  subject: string
  paragraphs: Paragraph[]
}

/**
 * Text that mail programs turn into links or telephone numbers. Somebody may sign up with another person's address,
 * and chooses the name in that mail.
 */
const LINK_LIKE = /:\/\/|@|[.。．｡]\s*[\p{L}\p{N}]|\d[\d -]{6,}/u

/** Renders plain text and HTML with the same sentences; HTML has a button for links. */
function renderMail({ to, name, subject, paragraphs }: MailTemplate, t: Translate): Mail {
  const greeting = LINK_LIKE.test(name)
    ? []
    : [{ kind: 'sentence' as const, text: t('accounts.mailGreeting', { name }) }]
  const all: Paragraph[] = [...greeting, ...paragraphs]
  return {
    to,
    fromName: t('accounts.mailSender'),
    subject,
    text: all.map(plain).join('\n\n'),
    html: `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;background:#f7f8f5;color:#18211c;font-family:sans-serif;line-height:1.65;word-break:keep-all;overflow-wrap:anywhere">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d9e1da;border-radius:8px">
${all.map(marked).join('\n')}
</div>
</body>
</html>
`,
  }
}

function plain(paragraph: Paragraph): string {
  switch (paragraph.kind) {
    case 'sentence':
    case 'smallPrint':
      return paragraph.text
    case 'fact':
      return `${paragraph.label}: ${paragraph.value}`
    case 'link':
      return `${paragraph.label}: ${paragraph.href}`
  }
}

function marked(paragraph: Paragraph): string {
  switch (paragraph.kind) {
    case 'sentence':
      return `<p>${escapeHtml(paragraph.text)}</p>`
    case 'smallPrint':
      return `<p style="color:#4a5850;font-size:13px">${escapeHtml(paragraph.text)}</p>`
    case 'fact':
      return `<p>${escapeHtml(paragraph.label)}<br><strong style="font:700 22px monospace;letter-spacing:2px">${escapeHtml(paragraph.value)}</strong></p>`
    case 'link':
      return `<p><a href="${escapeHtml(paragraph.href)}" style="display:inline-block;padding:10px 20px;background:#1d6b4c;color:#ffffff;border-radius:4px;text-decoration:none">${escapeHtml(paragraph.label)}</a></p>`
  }
}

interface ConfirmationMail {
  to: string
  name: string
  token: string
  publicUrl: string
}

/** The token is in the URL fragment, so that no server or proxy logs it. */
export function confirmationMail({ to, name, token, publicUrl }: ConfirmationMail, t: Translate): Mail {
  const hours = EMAIL_CONFIRMATION_MS / HOUR_MS
  return renderMail(
    {
      to,
      name,
      subject: t('accounts.confirmMailSubject'),
      paragraphs: [
        { kind: 'sentence', text: t('accounts.confirmMailLead') },
        {
          kind: 'link',
          label: t('accounts.confirmMailLink'),
          href: new URL(`/user/confirm#${token}`, publicUrl).href,
        },
        { kind: 'sentence', text: t('accounts.confirmMailHow', { hours }) },
        { kind: 'smallPrint', text: t('accounts.confirmMailIgnore') },
      ],
    },
    t,
  )
}

interface ResetMail {
  to: string
  name: string
  password: string
  publicUrl: string
}

export function resetMail({ to, name, password, publicUrl }: ResetMail, t: Translate): Mail {
  const minutes = TEMPORARY_PASSWORD_MS / MINUTE_MS
  const href = new URL('/user/signin', publicUrl).href
  return renderMail(
    {
      to,
      name,
      subject: t('accounts.mailSubject'),
      paragraphs: [
        { kind: 'fact', label: t('accounts.mailPassword'), value: password },
        { kind: 'sentence', text: t('accounts.mailHow', { minutes }) },
        { kind: 'link', label: t('accounts.mailToSignIn'), href },
        { kind: 'smallPrint', text: t('accounts.mailIgnore') },
      ],
    },
    t,
  )
}

interface BackupFailedMail {
  to: string
  name: string
  publicUrl: string
}

/** Reports to an administrator that scheduled backups fail. */
export function backupFailedMail({ to, name, publicUrl }: BackupFailedMail, t: Translate): Mail {
  return renderMail(
    {
      to,
      name,
      subject: t('accounts.backupMailSubject'),
      paragraphs: [
        { kind: 'sentence', text: t('accounts.backupMailLead') },
        { kind: 'sentence', text: t('accounts.backupMailRepeat') },
        {
          kind: 'link',
          label: t('accounts.backupMailLink'),
          href: new URL('/administration', publicUrl).href,
        },
      ],
    },
    t,
  )
}

/** The time zone of most users. The mail names it beside the time. */
const TIME_ZONE = 'Asia/Seoul'

interface NewDeviceMail {
  to: string
  name: string
  /** For display; empty if unknown. */
  device: string
  at: Date
  publicUrl: string
}

/** Reports a sign-in on a new device. The mail contains no secret. */
export function newDeviceMail({ to, name, device, at, publicUrl }: NewDeviceMail, t: Translate): Mail {
  return renderMail(
    {
      to,
      name,
      subject: t('accounts.deviceMailSubject'),
      paragraphs: [
        { kind: 'sentence', text: t('accounts.deviceMailLead') },
        {
          kind: 'sentence',
          text: t('accounts.deviceMailWhere', {
            device: device || t('accounts.unknownDevice'),
            time: timeIn(t.language, at),
          }),
        },
        { kind: 'sentence', text: t('accounts.deviceMailIfYou') },
        { kind: 'sentence', text: t('accounts.deviceMailIfNot') },
        {
          kind: 'link',
          label: t('accounts.deviceMailToMyInfo'),
          href: new URL('/user/myinfo', publicUrl).href,
        },
      ],
    },
    t,
  )
}

/** Korean time, such as '2026년 3월 1일 15:20'. */
function timeIn(language: Language, at: Date): string {
  return at.toLocaleString(language, {
    timeZone: TIME_ZONE,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}
