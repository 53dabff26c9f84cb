import { type ReactNode, type Ref, useState } from 'react'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { useScrollToHeadingInUrl } from '#client/features/notes/reader/headingNavigation.ts'
import { OUTLINE_HEADINGS_MIN, Outline } from '#client/features/notes/reader/Outline.tsx'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import type { RenderingInfo } from '#client/markdown/markdown.rendering.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import type { MarkdownHeading } from '#protocol/markdown/heading.rules.ts'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { TextSkeleton } from './NoteSkeleton.tsx'
import { NoteTitle } from './NoteTitle.tsx'
import type { NoteHeader } from './note.placeholder.ts'

interface NoteSheetProps {
  note: NoteHeader
  /** The language of the note, if it is known to differ from the language of the page. */
  lang?: string
  /** The number of notes that the text consists of. */
  partCount?: number
  /** Plain, not percent-encoded. Null while loading. */
  text: string | null
  /** Shown instead of a text that could not be loaded. */
  failure?: ReactNode
  /** The headings of the text, if they are known before it is rendered. A prerendered note then has its outline at once. */
  headings?: readonly MarkdownHeading[]
  ref: Ref<HTMLElement>
  /** Toggles a task; undefined if the user may not. */
  onToggleTask?: MarkdownProps['onToggleTask']
  /** Called when another text is on the page, and when it is complete. */
  onRendered?: (info: RenderingInfo) => void
  /** Shown below the text. */
  children?: ReactNode
}

/** A note for reading and printing. */
export function NoteSheet({
  note,
  lang,
  partCount = 1,
  text,
  failure,
  headings = [],
  ref,
  onToggleTask,
  onRendered,
  children,
}: NoteSheetProps) {
  const [rendered, setRendered] = useState<RenderingInfo>({ headings, lines: [], isComplete: false })
  const isEmpty = text === null || text.trim() === ''
  const { language } = useLanguage()
  useScrollToHeadingInUrl(rendered.isComplete)

  function showInfo(info: RenderingInfo) {
    setRendered(info)
    onRendered?.(info)
  }

  return (
    <article ref={ref} className="note__sheet" lang={lang}>
      <header className="note__header">
        <p className="note__topic" dir="auto">
          {note.subjectTitle}
        </p>
        <NoteTitle title={note.title} />
        {partCount > 1 && (
          <p className="note__series" lang={lang && language}>
            {t('series.partCount', { count: partCount })}
          </p>
        )}
        <div className="note__byline" lang={lang && language}>
          {note.profPic === undefined ? (
            <span className="avatar avatar--grouped" />
          ) : (
            <Avatar
              size="grouped"
              person={{ userNo: note.authorNo, name: note.author, picture: note.profPic || null }}
            />
          )}
          <dl className="note__meta">
            <div>
              <dt className="visually-hidden">{t('notes.author')}</dt>
              <dd className="note__author" dir="auto">
                {note.author}
              </dd>
            </div>
            <div>
              <dt className="note__meta-label">{t('notes.lastUpdate')}</dt>
              <dd>
                <RelativeTime at={note.lastUpdate} printsDate />
              </dd>
            </div>
            {text !== null && (
              <div className="note__length">
                <dt className="visually-hidden">{t('notes.body')}</dt>
                <dd>{t('common.manuscriptPages', { pages: manuscriptPages(text.length) })}</dd>
              </div>
            )}
          </dl>
        </div>
      </header>
      {!isEmpty && rendered.headings.length >= OUTLINE_HEADINGS_MIN && (
        <Outline headings={rendered.headings} />
      )}
      {text === null && (failure ?? <TextSkeleton />)}
      {text !== null && isEmpty && <p className="note__empty">{t('notes.bodyEmpty')}</p>}
      {!isEmpty && <LazyMarkdown text={text} isArticle onToggleTask={onToggleTask} onRendered={showInfo} />}
      {children}
    </article>
  )
}
