import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { PolicyLine } from '#protocol/policies.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { privacy, terms } from '#server/features/accounts/policies/policies.ts'
import { type Head, withHead, withoutPrerendered, withText } from './pages.html.ts'

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
