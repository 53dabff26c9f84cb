import { UNSUBSCRIBE_DIRECTORY } from '#protocol/mailNotifications.ts'
import { truncateText } from '#protocol/normalization.ts'
import { escapeHtml } from '#server/platform/escapeHtml.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { TrackedMail } from '#server/platform/smtpDelivery.ts'

/** One event. Texts are empty if there are none. */
export interface MailEntry {
  room: string
  sentence: string
  title: string
  line: string
  path: string
}

export interface NotificationMailContent {
  entries: readonly MailEntry[]
  /** Including entries beyond the limit. */
  count: number
  /** Of a digest. */
  room: { name: string } | null
  /** Where all of it is. */
  roomPath: string
}

interface NotificationMail {
  to: string
  content: NotificationMailContent
  /** Stays the same when the mail is sent again. */
  id: string
  unsubscribeSecret: string
  publicUrl: string
}

const SUBJECT_MAX = 120
/** Names that mail programs would turn into links stay out of the subject. */
const LINK_LIKE = /:\/\/|@|[.。．｡]\s*[\p{L}\p{N}]|\d[\d -]{6,}/u

/** A mail about unseen events, or the digest of a room, as text and HTML with the same sentences. */
export function notificationMail(
  { to, content, id, unsubscribeSecret, publicUrl }: NotificationMail,
  t: Translate,
): TrackedMail {
  const { host } = new URL(publicUrl)
  const unsubscribeUrl = `${publicUrl}${UNSUBSCRIBE_DIRECTORY}/${unsubscribeSecret}`
  const texts = textsOfMail(content, t)
  const links = {
    open: publicUrl + content.roomPath,
    settings: `${publicUrl}/inbox?settings`,
    unsubscribe: unsubscribeUrl,
  }
  return {
    to,
    fromName: t('accounts.mailSender'),
    subject: texts.subject,
    text: plain(content, { texts, links, publicUrl }, t),
    html: html(content, { texts, links, publicUrl }, t),
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${content.room === null ? 'notifications' : 'digests'}.${host.replace(/:\d+$/, '')}>`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  }
}

function textsOfMail({ entries, count, room }: NotificationMailContent, t: Translate) {
  if (room) {
    const name = truncateText(room.name, SUBJECT_MAX / 2)
    return {
      subject: LINK_LIKE.test(name)
        ? t('mailNotifications.mail.subject', { count })
        : t('mailNotifications.mail.digestSubject', { room: name, count }),
      title: room.name,
      lead: t('mailNotifications.mail.digestLead', { count }),
      why: t('mailNotifications.mail.whyDigest'),
    }
  }
  const [only] = entries
  const sentence = count === 1 && only && !LINK_LIKE.test(only.sentence) ? only.sentence : null
  return {
    subject: truncateText(sentence ?? t('mailNotifications.mail.subject', { count }), SUBJECT_MAX),
    title: t('mailNotifications.mail.title', { count }),
    lead: '',
    why: t('mailNotifications.mail.why'),
  }
}

interface MailParts {
  texts: ReturnType<typeof textsOfMail>
  links: { open: string; settings: string; unsubscribe: string }
  publicUrl: string
}

function plain(
  { entries, count, room }: NotificationMailContent,
  { texts, links, publicUrl }: MailParts,
  t: Translate,
): string {
  const more = count - entries.length
  return [
    texts.title,
    texts.lead,
    ...entries.map(entry =>
      [
        room ? '' : entry.room,
        entry.sentence,
        entry.title,
        entry.line && `> ${entry.line}`,
        publicUrl + entry.path,
      ]
        .filter(Boolean)
        .join('\n'),
    ),
    more > 0 ? t('mailNotifications.mail.more', { count: more }) : '',
    `${t('mailNotifications.mail.open')}: ${links.open}`,
    [
      '--',
      texts.why,
      `${t('mailNotifications.mail.settings')}: ${links.settings}`,
      `${t('mailNotifications.mail.unsubscribe')}: ${links.unsubscribe}`,
    ].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** For mail programs that support dark mode; the others keep the inline colours. */
const STYLES = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#121814!important}
.sheet{background:#1b231e!important;border-color:#33403a!important}
.ink{color:#e8efe9!important}
.soft{color:#a9b8af!important}
.line{border-color:#33403a!important}
.quote{background:#232d27!important}
.accent{color:#8bd3ae!important}
.button{background:#2f8a64!important}
}`
const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Apple SD Gothic Neo','Malgun Gothic','Segoe UI',sans-serif"
const WIDTH = 600

/** Tables and inline styles, because Outlook and Naver know little else. No pictures. */
function html(
  { entries, count, room }: NotificationMailContent,
  { texts, links, publicUrl }: MailParts,
  t: Translate,
): string {
  const more = count - entries.length
  const soft = `${FONT};font-size:13px;line-height:20px;color:#4a5850`
  const small = (text: string) => `<p class="soft" style="margin:0;${soft}">${escapeHtml(text)}</p>`
  const footerLink = (label: string, href: string) =>
    `<a class="soft" href="${escapeHtml(href)}" style="${soft};text-decoration:underline">${escapeHtml(label)}</a>`
  return `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(texts.subject)}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f8f5;word-break:keep-all;overflow-wrap:anywhere">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f8f5" style="background:#f7f8f5">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:${WIDTH}px;background:#ffffff;border:1px solid #d9e1da;border-radius:12px;text-align:left">
<tr><td style="padding:28px 28px 20px">
<p class="accent" style="margin:0 0 12px;${FONT};font-size:15px;font-weight:bold;line-height:20px;color:#1d6b4c">${escapeHtml(t('accounts.mailSender'))}</p>
<h1 class="ink" style="margin:0;${FONT};font-size:22px;line-height:30px;font-weight:bold;color:#18211c">${escapeHtml(texts.title)}</h1>
${texts.lead && `<p class="soft" style="margin:6px 0 0;${FONT};font-size:15px;line-height:24px;color:#4a5850">${escapeHtml(texts.lead)}</p>`}
</td></tr>
${entries.map(entry => entryRow(entry, { publicUrl, hasRoom: room === null })).join('\n')}
<tr><td class="line" style="padding:20px 28px 28px;border-top:1px solid #d9e1da">
${more > 0 ? `<p class="soft" style="margin:0 0 16px;${FONT};font-size:15px;line-height:24px;color:#4a5850">${escapeHtml(t('mailNotifications.mail.more', { count: more }))}</p>` : ''}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" bgcolor="#1d6b4c" style="background:#1d6b4c;border-radius:8px">
<a href="${escapeHtml(links.open)}" style="display:inline-block;padding:12px 22px;${FONT};font-size:15px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">${escapeHtml(t('mailNotifications.mail.open'))}</a>
</td></tr></table>
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${WIDTH}px;text-align:left">
<tr><td style="padding:16px 28px 0">
${small(texts.why)}
<p class="soft" style="margin:6px 0 0;${soft}">${footerLink(t('mailNotifications.mail.settings'), links.settings)} &nbsp;·&nbsp; ${footerLink(t('mailNotifications.mail.unsubscribe'), links.unsubscribe)}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

function entryRow(
  { room, sentence, title, line, path }: MailEntry,
  { publicUrl, hasRoom }: { publicUrl: string; hasRoom: boolean },
): string {
  const href = escapeHtml(publicUrl + path)
  const roomLine =
    hasRoom && room
      ? `<p class="soft" style="margin:0 0 2px;${FONT};font-size:13px;line-height:20px;color:#4a5850">${escapeHtml(room)}</p>`
      : ''
  const titleLine =
    title &&
    `<p style="margin:4px 0 0;${FONT};font-size:15px;line-height:24px"><a class="accent" href="${href}" style="color:#1d6b4c;text-decoration:none">${escapeHtml(title)}</a></p>`
  const quote =
    line &&
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px"><tr><td class="quote ink" bgcolor="#f1f5f1" style="padding:10px 14px;background:#f1f5f1;border-radius:8px;${FONT};font-size:15px;line-height:24px;color:#18211c">${escapeHtml(line)}</td></tr></table>`
  return `<tr><td class="line" style="padding:16px 28px;border-top:1px solid #d9e1da">
${roomLine}
<p style="margin:0;${FONT};font-size:16px;line-height:24px;font-weight:bold"><a class="ink" href="${href}" style="color:#18211c;text-decoration:none">${escapeHtml(sentence)}</a></p>
${titleLine}
${quote}
</td></tr>`
}
