import { NOTE_LINKS_MAX } from '../limits.ts'
import { isOwnHeading, linkKeyOf } from '../linkTargets.ts'
import { noteAddress, readNoteAddress } from '../noteFile.ts'
import { parseMarkdown } from './markdown.parser.ts'
import { wikiLinkOf } from './wikiLink.rules.ts'

/** A link of a text to another note: by its words, or by the number in its address. */
interface WrittenNoteLink {
  /** The words (`linkKeyOf`), or the address. */
  key: string
  noteNo?: number
}

/** The distinct links of a text to other notes, at most NOTE_LINKS_MAX. Does not parse a text that cannot have any. */
export function linkedNotesIn(text: string): WrittenNoteLink[] {
  if (!text.includes('[[') && !text.includes('/note?no=')) return []
  const links = new Map<string, WrittenNoteLink>()
  for (const { children } of parseMarkdown(text))
    for (const token of children ?? []) {
      const address = token.type === 'link_open' ? readNoteAddress(String(token.attrGet('href'))) : null
      const target = token.type === 'wiki_link' ? wikiLinkOf(token).target : '#'
      if (address) add({ key: noteAddress(address.noteNo), noteNo: address.noteNo })
      else if (!isOwnHeading(target)) add({ key: linkKeyOf(target) })
    }
  return [...links.values()]

  function add(link: WrittenNoteLink): void {
    if (links.size < NOTE_LINKS_MAX && !links.has(link.key)) links.set(link.key, link)
  }
}
