import { Feed } from 'feed'
import { escapeHtml } from '#server/platform/escapeHtml.ts'
import type { Translate } from '#server/platform/i18n.ts'

export interface AtomFeed {
  /** Stable; a path below the public URL. */
  id: string
  title:
    | { sentence: 'feeds.noticesTitle' | 'feeds.room' }
    | { sentence: 'feeds.publicTitle' | 'feeds.roomTitle'; name: string }
  /** The page with the same content. */
  path: string
  /** In the order of the page. */
  entries: readonly AtomEntry[]
}

interface AtomEntry {
  id: string
  /** Plain text, like the summary; both are escaped because readers take them for HTML. */
  title: string
  author?: string
  path: string
  updated: Date
  summary?: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot contain them, not even escaped
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlText = (text: string) => text.toWellFormed().replace(NOT_XML, '')
const htmlText = (text: string) => escapeHtml(xmlText(text))

const PRODUCT = '글마루'

/** Writes the feed as Atom 1.0. */
export function writeAtom(
  { id, title, path, entries }: AtomFeed,
  { publicUrl, self, t }: { publicUrl: string; self: string; t: Translate },
): string {
  const feed = new Feed({
    id: `${publicUrl}/feeds/${id}`,
    title: xmlText('name' in title ? t(title.sentence, { name: title.name }) : t(title.sentence)),
    link: publicUrl + path,
    updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))),
    // Of entries without an author, and of an empty feed.
    author: { name: PRODUCT },
    copyright: '',
    generator: PRODUCT,
    feedLinks: { atom: publicUrl + self },
  })
  for (const entry of entries)
    feed.addItem({
      id: `${publicUrl}/feeds/${entry.id}`,
      title: htmlText(entry.title),
      link: publicUrl + entry.path,
      date: entry.updated,
      ...(entry.author !== undefined && { author: [{ name: xmlText(entry.author) }] }),
      ...(entry.summary !== undefined && { description: htmlText(entry.summary) }),
    })
  return feed.atom1()
}
