import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Request, RequestHandler, Response } from 'express'
import type { PolicyLine } from '#protocol/policies.ts'
import { screenAddresses, screenOf } from '#protocol/screens.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { privacy } from '#server/features/accounts/policies/privacy.ts'
import { terms } from '#server/features/accounts/policies/terms.ts'
import { type Head, withHead, withoutPrerendered, withText } from './pages.html.ts'

const say = (key: TextKey): string => ko[key]

const PRODUCT: Head = {
  title: say('preview.product'),
  description: say('preview.productMore'),
  canonical: '/',
}
const LOOKAROUND: Head = {
  title: say('preview.lookaround'),
  description: say('preview.lookaroundMore'),
  canonical: '/lookaround/discussion',
}
/** Of rooms and notes nobody outside is told anything but the product. */
const OWN: Head = { ...PRODUCT, canonical: null }
const UNKNOWN: Head = { ...OWN, title: say('preview.unknown') }

type PublicAddress = {
  [Address in keyof typeof screenAddresses]: (typeof screenAddresses)[Address] extends 'public'
    ? Address
    : never
}[keyof typeof screenAddresses]

const publicHeads: Record<PublicAddress, Head> = {
  '/': PRODUCT,
  '/home': PRODUCT,
  '/agora': { title: say('preview.agora'), description: say('preview.agoraMore'), canonical: '/agora' },
  '/terms': { title: say('preview.terms'), description: say('preview.termsMore'), canonical: '/terms' },
  '/privacy': {
    title: say('preview.privacy'),
    description: say('preview.privacyMore'),
    canonical: '/privacy',
  },
  '/lookaround/discussion': LOOKAROUND,
  '/lookaround/note': LOOKAROUND,
}

/** The addresses that search engines are told of. */
export const listedAddresses = [
  ...new Set(Object.values(publicHeads).flatMap(({ canonical }) => canonical ?? [])),
]

/** What search engines and whoever has no JavaScript read there, in Korean as the page is. */
const TEXTS: Partial<Record<PublicAddress, { title: TextKey; lines: readonly PolicyLine[] }>> = {
  '/terms': { title: 'shell.terms', lines: terms.ko },
  '/privacy': { title: 'shell.privacy', lines: privacy.ko },
}

/** A page in each form in which it may be sent. */
interface Written {
  forms: { br: Buffer; gzip: Buffer; identity: Buffer }
  etag: string
}

/** Answers every address with the page: one of ours with 200, and any other with 404, which the page tells in its words. */
export function servePages(page: string, publicUrl: string): RequestHandler {
  const bare = withoutPrerendered(page)
  const write = (head: Head, on = head === PRODUCT ? page : bare) =>
    written(withHead(on, head, publicUrl, say))
  const own = write(OWN)
  const unknown = write(UNKNOWN)
  const pages: Record<string, Written> = { '/index.html': own }
  for (const address of Object.keys(screenAddresses)) pages[address] = own
  for (const [address, head] of Object.entries(publicHeads)) pages[address] = write(head)
  for (const [address, { title, lines }] of Object.entries(TEXTS))
    pages[address] = write(publicHeads[address as PublicAddress], withText(bare, say(title), lines))
  return (request, response) => {
    const found = screenOf(request.path, pages)
    // A form that was sent before its code was there leaves a question mark behind. Never for an address that is none of ours.
    if (found !== undefined && request.originalUrl.endsWith('?')) return response.redirect(request.path)
    const isListed = found !== undefined && found !== own
    if (!isListed) response.set('X-Robots-Tag', 'noindex')
    response.status(found === undefined ? 404 : 200)
    send(request, response, found ?? unknown)
  }
}

function written(html: string): Written {
  const identity = Buffer.from(html)
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { forms: { br: brotliCompressSync(identity), gzip: gzipSync(identity), identity }, etag }
}

function send(request: Request, response: Response, { forms, etag }: Written): void {
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity')
  const form = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity'
  if (form !== 'identity') response.set('Content-Encoding', form)
  response.vary('Accept-Encoding').set('ETag', etag).type('html')
  const isKept = response.statusCode === 200 && request.headers['if-none-match'] === etag
  if (isKept) response.status(304).end()
  else response.send(forms[form])
}
