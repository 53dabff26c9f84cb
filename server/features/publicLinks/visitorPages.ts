import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { excerptOf } from '#protocol/excerpt.ts'
import { truncateText } from '#protocol/normalization.ts'
import { publicLinkPath } from '#protocol/publicLinks.ts'
import type { PageRenderer, PublishedNote, VisitorPage } from '#protocol/publicPages.ts'
import type { Language } from '#protocol/text/languages.ts'
import { type EncodedPage, encodePage } from '#server/features/pages/encodedPage.ts'
import { classesIn, parseStyles, usedStyles } from '#server/features/pages/usedStyles.ts'
import { escapeHtml } from '#server/platform/escapeHtml.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import { runLimited } from '#server/platform/limitedTime.ts'

/** A page and the hash of its styles, for the content security policy. */
export interface EncodedVisitorPage extends EncodedPage {
  styleHash: string
}

/** In bytes, over all encodings of all pages. */
const CACHE_BYTES = 16_000_000
/** The description in link previews, in UTF-16 units. */
const DESCRIPTION_MAX = 160
/** As fast as needed: a page is compressed once per version. */
const BROTLI_QUALITY = 6

interface RenderingLimit {
  mayRender(): boolean
  onRendered(ms: number): void
}

/** Renders and encodes pages for visitors, and remembers those that many may request. */
export function createVisitorPages(
  loadRenderer: () => Promise<PageRenderer>,
  { publicUrl, size = CACHE_BYTES }: { publicUrl: string; size?: number },
) {
  const cached = new LRUCache<string, EncodedVisitorPage>({
    maxSize: size,
    sizeCalculation: ({ forms }) => forms.br.length + forms.gzip.length + forms.identity.length,
  })
  const pending = new Map<string, Promise<EncodedVisitorPage>>()
  const parsed = new Map<string, ReturnType<typeof parseStyles>>()

  function rulesOf({ pageStyles }: PageRenderer) {
    const rules = parsed.get(pageStyles) ?? parseStyles(pageStyles.replace(/\/\*[\s\S]*?\*\//g, ''))
    parsed.set(pageStyles, rules)
    return rules
  }

  async function render(
    page: VisitorPage,
    language: Language,
    isIndexed: boolean,
    onRendered: (ms: number) => void = () => undefined,
  ): Promise<EncodedVisitorPage> {
    const renderer = await loadRenderer()
    const startedAt = performance.now()
    const body = await renderer.renderForVisitors(page, language, runLimited)
    onRendered(performance.now() - startedAt)
    const styles = usedStyles(rulesOf(renderer), classesIn(body))
    const head = headOf(page, language, { isIndexed, publicUrl })
    const html =
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">${head}` +
      `<link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${styles}</style></head>` +
      `<body>${body}</body></html>`
    const styleHash = createHash('sha256').update(styles).digest('base64')
    return { ...(await encodePage(html, BROTLI_QUALITY)), styleHash }
  }

  return {
    /** @param key changes with everything that the page shows. */
    async ofNote(
      key: string,
      note: PublishedNote,
      { language, isIndexed }: { language: Language; isIndexed: boolean },
      { mayRender, onRendered }: RenderingLimit,
    ): Promise<EncodedVisitorPage | null> {
      const full = `${key} ${language} ${isIndexed}`
      const known = cached.get(full) ?? pending.get(full)
      if (known) return known
      if (!mayRender()) return null
      const rendering = render({ kind: 'note', note }, language, isIndexed, onRendered)
      pending.set(full, rendering)
      try {
        const page = await rendering
        cached.set(full, page)
        return page
      } finally {
        pending.delete(full)
      }
    },
    async other(
      page: Exclude<VisitorPage, { kind: 'note' }>,
      language: Language,
    ): Promise<EncodedVisitorPage> {
      // With what a visitor has typed.
      if (page.kind === 'report' && page.isInvalid) return render(page, language, false)
      const key = `${JSON.stringify(page)} ${language}`
      const known = cached.get(key) ?? (await render(page, language, false))
      cached.set(key, known)
      return known
    },
  }
}

function headOf(
  page: VisitorPage,
  language: Language,
  { isIndexed, publicUrl }: { isIndexed: boolean; publicUrl: string },
): string {
  const title = page.kind === 'note' ? noteTitleOf(page.note) : titleOf(page, language)
  const tags = [
    `<title>${escapeHtml(`${title} · 글마루`)}</title>`,
    meta('color-scheme', 'light dark'),
    ...(isIndexed ? [] : [meta('robots', 'noindex')]),
  ]
  if (page.kind !== 'note') return tags.join('')
  const { note } = page
  const description = truncateText(excerptOf(note.text).text, DESCRIPTION_MAX)
  const address = escapeHtml(new URL(publicLinkPath(note.linkId, note.part?.place), publicUrl).href)
  return [
    ...tags,
    meta('description', description),
    meta('author', note.author),
    property('og:type', 'article'),
    property('og:site_name', '글마루'),
    property('og:title', title),
    property('og:description', description),
    `<link rel="canonical" href="${address}"><meta property="og:url" content="${address}">`,
    meta('twitter:card', 'summary'),
  ].join('')
}

const noteTitleOf = ({ title, part }: PublishedNote) =>
  part ? `${title} (${part.place}/${part.count})` : title

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

function titleOf({ kind }: Exclude<VisitorPage, { kind: 'note' }>, language: Language): string {
  const t = translatorFor(language)
  switch (kind) {
    case 'report':
      return t('publicPage.reportTitle')
    case 'reported':
      return t('publicPage.reported')
    case 'missing':
      return t('publicPage.missing')
    case 'busy':
      return t('publicPage.busy')
  }
}
