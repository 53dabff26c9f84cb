import type { PolicyLine } from '#protocol/policies.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { relyingPartyOf } from '#server/features/passkeys/relyingParty.ts'

/** What others see of a page: its title, a sentence on it, and, where it has one, the address by which it is known. */
export interface Head {
  title: string
  description: string
  /** A path; without it search engines do not list the page. */
  canonical: string | null
}

/** Width and height of the picture that messengers show, in pixels; `scripts/brand` makes it. */
const PREVIEW = { path: '/link-preview.png', width: 1200, height: 630 }

/** Around the visitor's home as the build drew it (decision 0034), with the element that holds it. */
const DRAWN = ['<!--drawn-->', '<!--/drawn-->'] as const

/** The page for every other address: there React draws from the beginning. */
export function withoutPrerendered(page: string): string {
  const [begin, end] = DRAWN.map(comment => page.indexOf(comment)) as [number, number]
  if (begin < 0 || end < begin) return page
  return `${page.slice(0, begin)}<div id="root"></div>${page.slice(end + DRAWN[1].length)}`
}

/** The page with a text for whoever reads it without JavaScript, before what it says to them itself. */
export function withText(page: string, title: string, lines: readonly PolicyLine[]): string {
  const written = lines.map(({ content, isBold, numLeadingSpaces }) => {
    const words = isBold ? `<strong>${escaped(content)}</strong>` : escaped(content)
    return `<p style="margin-inline-start: ${numLeadingSpaces}ch">${words}</p>`
  })
  const text = [
    '<noscript>',
    '<article class="shell__main column">',
    `<h1>${escaped(title)}</h1>`,
    ...written,
    '</article>',
  ]
  return page.replace('<noscript>', () => text.join('\n'))
}

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description"[^<>]*>/

/** The built page, whose own title and description give way to this head. */
export function withHead(page: string, head: Head, publicUrl: string, say: (key: TextKey) => string): string {
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
    tag('meta', { property: 'og:image:alt', content: say('preview.picture') }),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    // For which host there are passkeys, where there are any.
    ...(party === null ? [] : [tag('meta', { name: 'passkeys', content: party.id })]),
    ...(canonical === null
      ? [tag('meta', { name: 'robots', content: 'noindex' })]
      : [
          tag('link', { rel: 'canonical', href: absolute(canonical) }),
          tag('meta', { property: 'og:url', content: absolute(canonical) }),
        ]),
  ]
  const lines = [
    `<title>${escaped(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    ...tags,
  ]
  // A function, since a '$' of a text means something in a replacement.
  return page.replace(DESCRIPTION, '').replace(TITLE, () => lines.join('\n    '))
}

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)
  return `<${name} ${written.join(' ')} />`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(value: string): string {
  return value.replace(/[&<>"]/g, sign => ESCAPES[sign] ?? sign)
}
