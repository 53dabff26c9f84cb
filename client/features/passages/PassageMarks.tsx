import { type CSSProperties, memo } from 'react'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { DecorativeText, TypingDots } from '#client/ui/Decorative.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { passageKey } from '#protocol/passages.ts'
import { PenIcon } from './PenIcon.tsx'
import { isMarked, type PassageGroup } from './passages.groups.ts'
import type { Layout, LineMark } from './passages.layout.ts'
import type { PassageWriter } from './passages.tools.ts'
import { labelQuote } from './quotes.ts'
import './passageMarks.css'

interface PassageMarksProps {
  layout: Layout
  openKey: string | null
  onOpen: (key: string) => void
  /** The number of unread comments by passage. */
  unread: ReadonlyMap<string, number>
  writers: readonly PassageWriter[]
}

/** The marks in the margin, in reading order. Those of one line are one. */
export const PassageMarks = memo(function PassageMarks({ layout, ...rest }: PassageMarksProps) {
  useLanguage()
  if (layout.marks.length === 0) return null
  const style = { '--text-end': `${layout.textEnd}px`, '--margin': `${layout.margin}px` } as CSSProperties
  return (
    <ul className="passage-marks" aria-label={t('passages.marks')} style={style}>
      {layout.marks.map(mark => (
        <Mark key={mark.groups.map(({ key }) => key).join(' ')} mark={mark} {...rest} />
      ))}
    </ul>
  )
})

function Mark({
  mark,
  openKey,
  onOpen,
  unread,
  writers,
}: { mark: LineMark } & Omit<PassageMarksProps, 'layout'>) {
  const groups = mark.groups.filter(isMarked)
  const first =
    groups.find(({ key }) => key === openKey) ?? groups.find(({ key }) => unread.get(key)) ?? groups[0]
  const unreadCount = groups.reduce((sum, { key }) => sum + (unread.get(key) ?? 0), 0)
  const keys = mark.groups.map(({ key }) => key)
  const here = writers.filter(({ passage }) => keys.includes(passageKey(passage)))
  const style = { '--top': `${mark.top}px` } as CSSProperties
  return (
    <li className="passage-mark" style={style}>
      {first && (
        <button
          type="button"
          className="passage-mark__button"
          aria-label={labelOf(first, groups, unreadCount)}
          aria-expanded={first.key === openKey}
          data-passage-mark={keys.join(' ')}
          data-typing={here.length > 0 || undefined}
          onClick={() => onOpen(first.key)}
        >
          <MarkFacts groups={groups} isUnread={unreadCount > 0} />
          {here.length > 0 && (
            <span className="passage-mark__typing">
              <TypingDots />
            </span>
          )}
        </button>
      )}
      {here.length > 0 && (
        // The line below the thread announces it.
        <span className="passage-mark__writers" aria-hidden="true">
          <TypingDots />
          <span className="passage-mark__names">{writersText(here)}</span>
        </span>
      )}
    </li>
  )
}

/** The number of comments or, without comments, of the users who highlighted. */
function MarkFacts({ groups, isUnread }: { groups: readonly PassageGroup[]; isUnread: boolean }) {
  const { users, comments } = countsOf(groups)
  return (
    <>
      {isUnread && <span className="passage-mark__unread" />}
      {comments > 0 ? <ToolIcon name="talk" /> : <PenIcon />}
      <DecorativeText words={String(comments || users)} />
    </>
  )
}

function countsOf(groups: readonly PassageGroup[]): { users: number; comments: number } {
  const userNos = groups.flatMap(({ highlights }) => highlights.map(({ userNo }) => userNo))
  return {
    users: new Set(userNos).size,
    comments: groups.reduce((sum, { comments }) => sum + comments.length, 0),
  }
}

function labelOf({ passage }: PassageGroup, groups: readonly PassageGroup[], unread: number): string {
  const { users, comments } = countsOf(groups)
  const facts = [
    groups.length > 1 && t('passages.moreHere', { count: groups.length - 1 }),
    users > 0 && t('passages.highlightCount', { count: users }),
    comments > 0 && t('passages.commentCount', { count: comments }),
    unread > 0 && t('passages.unreadCount', { count: unread }),
  ].filter(fact => fact !== false)
  return `${t('passages.quoted', { quote: labelQuote(passage.exact) })} ${facts.join(', ')}`
}

function writersText(writers: readonly PassageWriter[]): string {
  const [first, ...others] = writers
  if (first === undefined) return ''
  if (others.length > 0) return t('passages.composingMany', { count: writers.length })
  return t('passages.composing', { name: first.userName })
}
