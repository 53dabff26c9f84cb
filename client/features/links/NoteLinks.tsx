import { type ReactNode, useMemo } from 'react'
import { FindLinkedNote } from '#client/markdown/markdownContexts.ts'
import { finderByTitle, finderOf, ownTitlesOf } from './linkedNotes.ts'
import { useNoteLinks, useNoteTitles } from './links.queries.ts'

const hasLinks = (text: string | null) => text?.includes('[[') ?? false

interface SavedNoteLinksProps {
  noteNo: number
  /** Null while loading. */
  text: string | null
  children: ReactNode
}

/** Lets the links of a saved note lead to the notes that the reader may open. */
export function SavedNoteLinks({ noteNo, text, children }: SavedNoteLinksProps) {
  const links = useNoteLinks(noteNo, hasLinks(text))
  const find = useMemo(() => links && finderOf(links), [links])
  return <FindLinkedNote value={find ?? null}>{children}</FindLinkedNote>
}

interface DraftLinksProps {
  /** Null for a note that has never been saved. */
  noteNo: number | null
  text: string
  /** The author writes. In a note of somebody else, only saved links are known. */
  isAuthor: boolean
  children: ReactNode
}

/** Links of a text in the editor. Words that no save has resolved yet are looked up among the titles of the author's notes. */
export function DraftLinks({ noteNo, text, isAuthor, children }: DraftLinksProps) {
  const isNeeded = hasLinks(text)
  const links = useNoteLinks(noteNo, isNeeded)
  const titles = useNoteTitles(isNeeded && isAuthor)
  const find = useMemo(() => {
    const saved = finderOf(links ?? [])
    const byTitle = finderByTitle(ownTitlesOf(titles))
    return (target: string) => saved(target) ?? byTitle(target)
  }, [links, titles])
  return <FindLinkedNote value={find}>{children}</FindLinkedNote>
}
