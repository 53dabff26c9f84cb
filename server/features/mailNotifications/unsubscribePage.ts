import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/platform/escapeHtml.ts'
import type { Translate } from '#server/platform/i18n.ts'

export type UnsubscribePage = { kind: 'ask' | 'done'; isDigest: boolean } | { kind: 'missing' | 'busy' }

const STYLES = `:root{color-scheme:light dark;--paper:#f7f8f5;--surface:#fff;--ink:#18211c;--line:#d9e1da;--accent:#1d6b4c;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#121814;--surface:#1b231e;--ink:#e8efe9;--line:#33403a;--accent:#8bd3ae;--on-accent:#0d1a13}}
*{box-sizing:border-box}
body{display:grid;place-items:center;min-height:100dvh;margin:0;padding:24px;font:16px/1.65 Pretendard,-apple-system,BlinkMacSystemFont,"Apple SD Gothic Neo","Noto Sans KR","Malgun Gothic",sans-serif;color:var(--ink);background:var(--paper);word-break:keep-all}
main{width:min(100%,440px);padding:32px;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
h1{margin:0 0 8px;font-size:22px;line-height:1.35}
p{margin:0}
form,nav{margin-top:24px}
button{min-height:44px;padding:8px 22px;border:0;border-radius:8px;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);cursor:pointer}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

/** For the content security policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLES).digest('base64')}`

/** A page without scripts. It names nobody, because the address may be in foreign hands. */
export function renderUnsubscribePage(page: UnsubscribePage, t: Translate): string {
  const title = escapeHtml(t('mailNotifications.page.title'))
  const form =
    page.kind === 'ask'
      ? `<form method="post"><button>${escapeHtml(t('mailNotifications.page.button'))}</button></form>`
      : `<nav><a href="/">${escapeHtml(t('mailNotifications.page.toApp'))}</a></nav>`
  return (
    `<!doctype html><html lang="${t.language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title} · ${escapeHtml(t('accounts.mailSender'))}</title>` +
    `<style>${STYLES}</style></head>` +
    `<body><main><h1>${title}</h1><p>${escapeHtml(textOf(page, t))}</p>${form}</main></body></html>`
  )
}

function textOf(page: UnsubscribePage, t: Translate): string {
  switch (page.kind) {
    case 'ask':
      return t(page.isDigest ? 'mailNotifications.page.askDigest' : 'mailNotifications.page.ask')
    case 'done':
      return t(page.isDigest ? 'mailNotifications.page.doneDigest' : 'mailNotifications.page.done')
    case 'missing':
      return t('mailNotifications.page.missing')
    case 'busy':
      return t('mailNotifications.page.busy')
  }
}
