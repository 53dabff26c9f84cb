import type { ReactNode, Ref } from 'react'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { NoteView } from '#protocol/notes.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'

interface NoteSheetProps {
  note: Pick<NoteView, 'title' | 'subjectTitle' | 'author' | 'authorNo' | 'profPic' | 'lastUpdate'>
  /** Plain, not percent-encoded. */
  text: string
  ref: Ref<HTMLElement>
  /** Below the text, on the same sheet. */
  children?: ReactNode
}

/** The note as it is read and printed. */
export function NoteSheet({ note, text, ref, children }: NoteSheetProps) {
  return (
    <article ref={ref} className="note__sheet">
      <header className="note__head">
        <p className="note__topic">{note.subjectTitle}</p>
        <ScreenTitle title={note.title} />
        <div className="note__byline">
          <Avatar
            size="grouped"
            person={{ userNo: note.authorNo, name: note.author, picture: note.profPic || null }}
          />
          <dl className="note__facts">
            <div>
              <dt className="visually-hidden">{t('notes.author')}</dt>
              <dd className="note__author">{note.author}</dd>
            </div>
            <div>
              <dt>{t('notes.lastUpdate')}</dt>
              <dd>
                <RelativeTime at={note.lastUpdate} />
              </dd>
            </div>
            <div>
              <dt className="visually-hidden">{t('notes.body')}</dt>
              <dd>{t('common.manuscriptPages', { pages: manuscriptPages(text.length) })}</dd>
            </div>
          </dl>
        </div>
      </header>
      {text.trim() === '' ? (
        <p className="note__empty">{t('notes.bodyEmpty')}</p>
      ) : (
        <LazyMarkdown text={text} />
      )}
      {children}
    </article>
  )
}
