import { type ReactNode, type Ref, useState } from 'react'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { Outline } from '#client/features/notes/outline/Outline.tsx'
import { OUTLINE_FROM } from '#client/features/notes/outline/outline.rules.ts'
import { useHeadingInAddress } from '#client/features/notes/outline/useHeadingInAddress.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import type { Drawn } from '#client/markdown/markdown.drawing.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import type { NoteHead } from './note.placeholder.ts'

interface NoteSheetProps {
  note: NoteHead
  /** In which language it is written, where that is known to differ from the page's. */
  lang?: string
  /** Plain, not percent-encoded; null while it is on its way. */
  text: string | null
  ref: Ref<HTMLElement>
  /** Whoever may tick its tasks does it by this. */
  onTick?: MarkdownProps['onTick']
  /** Beside who wrote it. */
  byline?: ReactNode
  /** Below the text, on the same sheet. */
  children?: ReactNode
}

/** The note as it is read and printed. */
export function NoteSheet({ note, lang, text, ref, onTick, byline, children }: NoteSheetProps) {
  const [drawn, setDrawn] = useState<Drawn>({ headings: [], lines: [], isWhole: false })
  const isEmpty = text === null || text.trim() === ''
  const { language } = useLanguage()
  useHeadingInAddress(drawn.isWhole)

  return (
    <article ref={ref} className="note__sheet" lang={lang}>
      <header className="note__head">
        <p className="note__topic" dir="auto">
          {note.subjectTitle}
        </p>
        <ScreenTitle title={note.title} />
        <div className="note__byline" lang={lang && language}>
          {note.profPic === undefined ? (
            <span className="avatar avatar--grouped" />
          ) : (
            <Avatar
              size="grouped"
              person={{ userNo: note.authorNo, name: note.author, picture: note.profPic || null }}
            />
          )}
          <dl className="note__facts">
            <div>
              <dt className="visually-hidden">{t('notes.author')}</dt>
              <dd className="note__author" dir="auto">
                {note.author}
              </dd>
            </div>
            <div>
              <dt>{t('notes.lastUpdate')}</dt>
              <dd>
                <RelativeTime at={note.lastUpdate} />
              </dd>
            </div>
            {text !== null && (
              <div>
                <dt className="visually-hidden">{t('notes.body')}</dt>
                <dd>{t('common.manuscriptPages', { pages: manuscriptPages(text.length) })}</dd>
              </div>
            )}
          </dl>
          {byline}
        </div>
      </header>
      {!isEmpty && drawn.headings.length >= OUTLINE_FROM && <Outline headings={drawn.headings} />}
      {text === null && <SkeletonRows rows={1} height={320} />}
      {text !== null && isEmpty && <p className="note__empty">{t('notes.bodyEmpty')}</p>}
      {!isEmpty && <LazyMarkdown text={text} isArticle onTick={onTick} onDrawn={setDrawn} />}
      {children}
    </article>
  )
}
