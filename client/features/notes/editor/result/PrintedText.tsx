import type { Ref } from 'react'
import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { t } from '#client/platform/language/language.ts'

interface PrintedTextProps {
  writing: NoteContent
  ref: Ref<HTMLElement>
}

/** What is written, as it is printed. */
export function PrintedText({ writing: { title, text }, ref }: PrintedTextProps) {
  return (
    <article ref={ref} className="writing__printed" aria-hidden="true">
      <p className="writing__printed-title">{title.trim() || t('notes.untitled')}</p>
      <LazyMarkdown text={text} isOwnText />
    </article>
  )
}
