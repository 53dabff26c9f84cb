import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { PolicyLine } from '#protocol/policies.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { relyingPartyOf } from '#server/features/passkeys/passkeys.verification.ts'
import { escapeHtml } from '#server/platform/escapeHtml.ts'

const t = (key: TextKey): string => ko[key]

const PRODUCT: Head = {
  title: t('preview.product'),
  description: t('preview.productMore'),
  canonical: '/',
}
const LOOKAROUND: Head = {
  title: t('preview.lookaround'),
  description: t('preview.lookaroundMore'),
  canonical: '/lookaround/discussion',
}
/** Hub and note pages reveal only the product to outsiders. */
const APP_HEAD: Head = { ...PRODUCT, canonical: null }
const UNKNOWN: Head = { ...APP_HEAD, title: t('preview.unknown') }

type PublicAddress = {
  [Address in keyof typeof screenAddresses]: (typeof screenAddresses)[Address] extends 'public'
    ? Address
    : never
}[keyof typeof screenAddresses]

const publicHeads: Record<PublicAddress, Head> = {
  '/': PRODUCT,
  '/home': PRODUCT,
  '/agora': { title: t('preview.agora'), description: t('preview.agoraMore'), canonical: '/agora' },
  '/terms': { title: t('preview.terms'), description: t('preview.termsMore'), canonical: '/terms' },
  '/privacy': {
    title: t('preview.privacy'),
    description: t('preview.privacyMore'),
    canonical: '/privacy',
  },
  '/lookaround/discussion': LOOKAROUND,
  '/lookaround/note': LOOKAROUND,
}

/** Addresses in the sitemap. */
const sitemapAddresses = [...new Set(Object.values(publicHeads).flatMap(({ canonical }) => canonical ?? []))]

/** Text for search engines and clients without JavaScript, in Korean like the page. */
const TEXTS: Partial<Record<PublicAddress, { title: TextKey; lines: readonly PolicyLine[] }>> = {
  '/terms': { title: 'shell.terms', lines: terms.ko },
  '/privacy': { title: 'shell.privacy', lines: privacy.ko },
}

/** A page in each encoding. */
interface EncodedPage {
  forms: { br: Buffer; gzip: Buffer; identity: Buffer }
  etag: string
}

/** Serves the page for every address: known ones with 200, others with 404, which the page explains. */
export function servePages(page: string, publicUrl: string): RequestHandler {
  const bare = withoutPrerendered(page)
  const write = (head: Head, on = head === PRODUCT ? page : bare) =>
    encodePage(withHead(on, head, publicUrl, t))
  const own = write(APP_HEAD)
  const unknown = write(UNKNOWN)
  const pages: Record<string, EncodedPage> = { '/index.html': own }
  for (const address of Object.keys(screenAddresses)) pages[address] = own
  for (const [address, head] of Object.entries(publicHeads)) pages[address] = write(head)
  for (const [address, { title, lines }] of Object.entries(TEXTS))
    pages[address] = write(publicHeads[address as PublicAddress], withText(bare, t(title), lines))
  return (request, response) => {
    const found = screenOf(request.path, pages)
    // Forms sent before the script was loaded leave a question mark. Never redirects unknown addresses.
    if (found !== undefined && request.originalUrl.endsWith('?')) return response.redirect(request.path)
    const isListed = found !== undefined && found !== own
    if (!isListed) response.set('X-Robots-Tag', 'noindex')
    response.status(found === undefined ? 404 : 200)
    send(request, response, found ?? unknown)
  }
}

function encodePage(html: string): EncodedPage {
  const identity = Buffer.from(html)
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { forms: { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity }, etag }
}

function send(request: Request, response: Response, { forms, etag }: EncodedPage): void {
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity')
  const form = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity'
  if (form !== 'identity') response.set('Content-Encoding', form)
  response.vary('Accept-Encoding').set('ETag', etag).type('html')
  const isNotModified = response.statusCode === 200 && request.headers['if-none-match'] === etag
  if (isNotModified) response.status(304).end()
  else response.send(forms[form])
}

/** robots.txt and the sitemap. */
export function serveCrawlerFiles(publicUrl: string): RequestHandler {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /pictures/',
    `Sitemap: ${absolute('/sitemap.xml')}`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...sitemapAddresses.map(path => `  <url><loc>${absolute(path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return Router()
    .get('/robots.txt', (_request, response) => void response.type('text/plain').send(robots))
    .get('/sitemap.xml', (_request, response) => void response.type('application/xml').send(sitemap))
}

export const CHANGE_PASSWORD = '/.well-known/change-password'

/** For password managers (W3C, A Well-Known URL for Changing Passwords). */
export const redirectToPasswordChange: RequestHandler = (_request, response) =>
  response.redirect('/user/myinfo')

/** Metadata of a page: title, description and canonical address. */
interface Head {
  title: string
  description: string
  /** A path. Search engines do not index pages without it. */
  canonical: string | null
}

/** Size of the link preview in pixels; generated by `scripts/brand`. */
const PREVIEW = { path: '/link-preview.png', width: 1200, height: 630 }

/** Comments around the prerendered home (decision 0034), with its root element. */
const PRERENDERED_MARKERS = ['<!--drawn-->', '<!--/drawn-->'] as const

/** The page for all other addresses, which React renders from scratch. */
function withoutPrerendered(page: string): string {
  const [begin, end] = PRERENDERED_MARKERS.map(comment => page.indexOf(comment)) as [number, number]
  if (begin < 0 || end < begin) return page
  return `${page.slice(0, begin)}<div id="root"></div>${page.slice(end + PRERENDERED_MARKERS[1].length)}`
}

/** Adds a text for clients without JavaScript, before the page's own notice. */
function withText(page: string, title: string, lines: readonly PolicyLine[]): string {
  const written = lines.map(({ content, isBold, numLeadingSpaces }) => {
    const words = isBold ? `<strong>${escapeHtml(content)}</strong>` : escapeHtml(content)
    return `<p style="margin-inline-start: ${numLeadingSpaces}ch">${words}</p>`
  })
  const text = [
    '<noscript>',
    '<article class="shell__main column">',
    `<h1>${escapeHtml(title)}</h1>`,
    ...written,
    '</article>',
  ]
  return page.replace('<noscript>', () => text.join('\n'))
}

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description"[^<>]*>/

/** Replaces title and description of the built page. */
function withHead(page: string, head: Head, publicUrl: string, t: (key: TextKey) => string): string {
  const party = relyingPartyOf(publicUrl)
  const absolute = (path: string) => new URL(path, publicUrl).href
  const { title, description, canonical } = head
  const tags = [
    tag('meta', { property: 'og:type', content: 'website' }),
    tag('meta', { property: 'og:site_name', content: '글마루' }),
    tag('meta', { property: 'og:title', content: title }),
    tag('meta', { property: 'og:description', content: description }),
    tag('meta', { property: 'og:image', content: absolute(PREVIEW.path) }),
    tag('meta', { property: 'og:image:width', content: String(PREVIEW.width) }),
    tag('meta', { property: 'og:image:height', content: String(PREVIEW.height) }),
    tag('meta', { property: 'og:image:alt', content: t('preview.picture') }),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    // Host of passkeys, if the server offers them.
    ...(party === null ? [] : [tag('meta', { name: 'passkeys', content: party.id })]),
    ...(canonical === null
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [
          tag('link', { rel: 'canonical', href: absolute(canonical) }),
          tag('meta', { property: 'og:url', content: absolute(canonical) }),
        ]),
  ]
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    ...tags,
  ]
  // A function, since '$' has a special meaning in a replacement string.
  return page.replace(DESCRIPTION, '').replace(TITLE, () => lines.join('\n    '))
}

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return `<${name} ${written.join(' ')} />`
}
