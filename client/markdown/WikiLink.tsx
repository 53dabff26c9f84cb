import { use } from 'react'
import { FindLinkedNote } from './markdownContexts.ts'
import { NoteLink } from './NoteLink.tsx'
import { countsAs } from './textAttribute.ts'

interface WikiLinkProps {
  target: string
  /** The words of the plain text of the note. */
  words: string
  /** The author has chosen the words to show. */
  hasLabel: boolean
}

/**
 * A link `[[제목]]`. Shows the current title of the note, and counts as the typed words. Without a note that the reader may open it is these
 * words.
 */
export function WikiLink({ target, words, hasLabel }: WikiLinkProps) {
  const linked = use(FindLinkedNote)?.(target) ?? null
  if (linked === null) return words
  const shown = hasLabel ? words : linked.words
  const link = <NoteLink href={linked.path}>{shown}</NoteLink>
  return shown === words ? link : <span {...countsAs(words)}>{link}</span>
}
