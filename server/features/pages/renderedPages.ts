import type { PageRenderer } from '#protocol/publicPages.ts'
import type { PublicAddress } from '#protocol/screens.ts'
import type { Context } from '#server/context.ts'
import type { BuiltPage, StyleFile } from '#server/platform/clientFiles.ts'
import { type EncodedPage, encodePage } from './encodedPage.ts'
import { withHead, withScreen } from './pages.html.ts'
import { publicPages } from './publicPages.ts'
import { parseStyles } from './usedStyles.ts'

/** How long a page is served without a look at the version of its data. */
const CHECK_MS = 1_000
/** After this time a page with data is rendered again: it shows how old things are, and names that have no version. */
const MAX_AGE_MS = 60_000
/** Better compression takes longer than it saves for a page that soon changes. */
const FAST_BROTLI = 5

interface CachedPage {
  page: Promise<EncodedPage | null>
  version: number
  checkedAt: number
  renderedAt: number
}

export interface PageParts extends BuiltPage {
  publicUrl: string
  /** Loads the renderer; null if pages are left to the client. */
  loadRenderer: (() => Promise<PageRenderer>) | null
}

/** Renders public pages, each when it is first requested, and again when its data has changed. */
export function createRenderedPages(context: Context, { page, styles, loadRenderer }: PageParts) {
  const { clock, log } = context
  /** The renderer allows a few selections for each address, so this stays small. */
  const cached = new Map<string, CachedPage>()
  const parse = ({ href, css }: StyleFile) => ({ href, rules: parseStyles(css) })
  const pageSheets = styles.page.map(parse)
  const screenSheets = styles.screens.map(parse)

  async function render(address: PublicAddress, selection: string, renderer: PageRenderer) {
    const { repliesOf, versionOf, needsScreenStyles, ...head } = publicPages[address]
    const rendered = await renderer.render(address, selection, (await repliesOf?.(context)) ?? {})
    const sheets = needsScreenStyles ? [...pageSheets, ...screenSheets] : pageSheets
    const html = withScreen(withHead(page, head, context), rendered, sheets)
    return encodePage(html, versionOf && FAST_BROTLI)
  }

  /** Leaves the page to the client after a failure, such as a missing database. */
  function renderOrLeave(address: PublicAddress, selection: string, renderer: PageRenderer) {
    return render(address, selection, renderer).catch(error => {
      log.warn({ err: error, address }, 'a page was not rendered')
      return null
    })
  }

  async function find(address: PublicAddress, selection: string, renderer: PageRenderer) {
    const { versionOf } = publicPages[address]
    const key = address + selection
    const now = clock().getTime()
    const known = cached.get(key)
    if (known && (versionOf === undefined || now - known.checkedAt < CHECK_MS)) return known.page
    if (known) known.checkedAt = now
    // Read before the data, which is then at least as new. Without a database the last page is served.
    const version = versionOf ? await versionOf(context).catch(() => null) : 0
    const current = cached.get(key)
    // Another request has rendered the page meanwhile.
    if (current && current !== known) return current.page
    const isFresh = known && known.version === version && now - known.renderedAt < MAX_AGE_MS
    if (known && (version === null || isFresh)) return known.page
    if (version === null) return null
    const rendering = renderOrLeave(address, selection, renderer)
    const page = rendering.then(async result => result ?? (await known?.page) ?? null)
    const next = { page, version, checkedAt: now, renderedAt: now }
    cached.set(key, next)
    void page.then(result => {
      if (result === null && cached.get(key) === next) cached.delete(key)
    })
    return page
  }

  /** Null if the client renders the page. Never rejects. */
  return async (address: PublicAddress, query: string): Promise<EncodedPage | null> => {
    try {
      const renderer = await loadRenderer?.()
      const selection = renderer?.selectionOf(address, query) ?? null
      return renderer === undefined || selection === null ? null : await find(address, selection, renderer)
    } catch (error) {
      log.warn({ err: error, address }, 'a page was not rendered')
      return null
    }
  }
}
