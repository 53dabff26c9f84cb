import type { Mail } from '#server/platform/mail.ts'
import type { Say } from '#server/platform/say.ts'

/** One paragraph of a mail: a sentence, a label with what it stands for, or a button. */
export type Paragraph =
  | { kind: 'sentence' | 'smallPrint'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'link'; label: string; href: string }

export interface MailTemplate {
  to: string
  /** Who is greeted. */
  name: string
  subject: string
  paragraphs: Paragraph[]
}

/**
 * What a reader's program would make a link of, or take for a number to call: who signs up with somebody else's address
 * chooses the name that it gets.
 */
const LINK_LIKE = /:\/\/|@|[.。．｡]\s*[\p{L}\p{N}]|\d[\d -]{6,}/u

/** The same words twice: plain for every reader, and with a button for those who show HTML. */
export function renderMail({ to, name, subject, paragraphs }: MailTemplate, say: Say): Mail {
  const greeting = LINK_LIKE.test(name)
    ? []
    : [{ kind: 'sentence' as const, text: say('accounts.mailGreeting', { name }) }]
  const all: Paragraph[] = [...greeting, ...paragraphs]
  return {
    to,
    fromName: say('accounts.mailSender'),
    subject,
    text: all.map(plain).join('\n\n'),
    html: `<!doctype html>
<html lang="${say.language}">
<body style="margin:0;padding:24px;background:#f7f8f5;color:#18211c;font-family:sans-serif;line-height:1.65">
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
      return `<p>${escaped(paragraph.text)}</p>`
    case 'smallPrint':
      return `<p style="color:#4a5850;font-size:13px">${escaped(paragraph.text)}</p>`
    case 'fact':
      return `<p>${escaped(paragraph.label)}<br><strong style="font:700 22px monospace;letter-spacing:2px">${escaped(paragraph.value)}</strong></p>`
    case 'link':
      return `<p><a href="${escaped(paragraph.href)}" style="display:inline-block;padding:10px 20px;background:#1d6b4c;color:#ffffff;border-radius:4px;text-decoration:none">${escaped(paragraph.label)}</a></p>`
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
