import type { Ref } from 'react'
import { t } from '#client/platform/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { manuscriptPages } from './note.length.ts'

/** The note as it is read and printed. */
export function NoteSheet({ note, ref }: { note: NoteView; ref: Ref<HTMLElement> }) {
  const text = decodeText(note.text)
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
    </article>
  )
}
