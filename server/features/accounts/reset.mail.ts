import { TEMPORARY_PASSWORD_MS } from '#protocol/limits.ts'
import type { Mail } from '#server/platform/mail.ts'
import type { Say } from '#server/platform/say.ts'

const MINUTE_MS = 60_000

export interface ResetMail {
  to: string
  name: string
  password: string
  publicUrl: string
}

/** The same words twice: plain for every reader, and with a button for those who show HTML. */
export function resetMail({ to, name, password, publicUrl }: ResetMail, say: Say): Mail {
  const link = new URL('/user/signin', publicUrl).href
  const greeting = say('accounts.mailGreeting', { name })
  const label = say('accounts.mailPassword')
  const how = say('accounts.mailHow', { minutes: TEMPORARY_PASSWORD_MS / MINUTE_MS })
  const ignore = say('accounts.mailIgnore')
  const toSignIn = say('accounts.mailToSignIn')
  return {
    to,
    fromName: say('accounts.mailSender'),
    subject: say('accounts.mailSubject'),
    text: [greeting, `${label}: ${password}`, how, `${toSignIn}: ${link}`, ignore].join('\n\n'),
    html: `<!doctype html>
<html lang="${say('accounts.mailLanguage')}">
<body style="margin:0;padding:24px;background:#f7f8f5;color:#18211c;font-family:sans-serif;line-height:1.65">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d9e1da;border-radius:8px">
<p>${escaped(greeting)}</p>
<p>${label}<br><strong style="font:700 22px monospace;letter-spacing:2px">${escaped(password)}</strong></p>
<p>${how}</p>
<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 20px;background:#1d6b4c;color:#ffffff;border-radius:4px;text-decoration:none">${toSignIn}</a></p>
<p style="color:#4a5850;font-size:13px">${ignore}</p>
</div>
</body>
</html>
`,
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
