import type { ReactNode } from 'react'
import { composingText } from '#client/features/comments/TypingIndicator.tsx'
import { t } from '#client/platform/language/language.ts'
import { TypingDots } from '#client/ui/TypingDots.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { CardReaders } from './CardReaders.tsx'
import './card.css'

interface CardFootProps {
  note: SharedNoteItem
  /** The members of the room, oneself included. */
  people: ReadonlyMap<number, PersonView>
  myNo: number
  /** The names of those who are writing a comment on it. */
  composers: readonly string[]
  /** How many empathize, and how to. */
  reaction: ReactNode
}

/** What is going on about a note. Nothing moves by it, except on a phone when something is said the first time. */
export function CardFoot({ note, people, myNo, composers, reaction }: CardFootProps) {
  const readers = note.readerNos?.flatMap(userNo => people.get(userNo) ?? []) ?? []
  return (
    <div className={note.lastComment ? 'card-foot card-foot--said' : 'card-foot'}>
      {reaction}
      <CommentCount note={note} />
      <p className="card-foot__talk">
        {composers.length > 0 ? (
          <span className="card-foot__composing">
            <TypingDots />
            {composingText(composers)}
          </span>
        ) : (
          note.lastComment && (
            <>
              <b>
                <bdi>{note.lastComment.writerNo === myNo ? t('common.me') : note.lastComment.writer}</bdi>
              </b>{' '}
              <bdi>{note.lastComment.line}</bdi>
            </>
          )
        )}
      </p>
      <CardReaders readers={readers} areAll={readers.length > 0 && readers.length >= people.size - 1} />
    </div>
  )
}

function CommentCount({ note: { commentCount: count, hasNewComments } }: { note: SharedNoteItem }) {
  if (count === 0) return null
  return (
    <span className={`shared-note__comments ${hasNewComments ? 'shared-note__comments--new' : ''}`}>
      {t('comments.count', { count })}
      {hasNewComments && <span className="visually-hidden">{t('comments.someNew')}</span>}
    </span>
  )
}
