import { type ReactNode, useState } from 'react'
import { typingText } from '#client/features/comments/TypingIndicator.tsx'
import { shortQuote } from '#client/features/passages/quotes.ts'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { TypingDots } from '#client/ui/Decorative.tsx'
import { Popover } from '#client/ui/Dropdown.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { AVATARS_SHOWN } from '#protocol/limits.ts'
import './cardFooter.css'

interface CardFooterProps {
  note: SharedNoteItem
  /** The members of the room, including the user. */
  people: ReadonlyMap<number, PersonView>
  myNo: number
  /** Names of the members who type a comment on the note. */
  typingNames: readonly string[]
  /** The reaction button. */
  reaction: ReactNode
}

/**
 * Activity around a note: reactions and readers, and the last comment in a row of its own. A note whose first comment arrives while it
 * is shown has it beside the reactions, so that the card keeps its height.
 */
export function CardFooter({ note, people, myNo, typingNames, reaction }: CardFooterProps) {
  const [hasCommentRow] = useState(note.commentCount > 0)
  const readers = note.readerNos?.flatMap(userNo => people.get(userNo) ?? []) ?? []
  const comment = <LastComment note={note} myNo={myNo} typingNames={typingNames} />
  return (
    <>
      <div className="card-footer">
        {reaction}
        {!hasCommentRow && comment}
        <CardReaders readers={readers} areAll={readers.length > 0 && readers.length >= people.size - 1} />
      </div>
      {hasCommentRow && <div className="card-comment">{comment}</div>}
    </>
  )
}

/** The last comment, or who is typing, and the number of comments. */
function LastComment({ note, myNo, typingNames }: Pick<CardFooterProps, 'note' | 'myNo' | 'typingNames'>) {
  const { lastComment } = note
  return (
    <>
      <p className="card-comment__text">
        {typingNames.length > 0 ? (
          <span className="card-comment__typing">
            <TypingDots />
            {typingText(typingNames)}
          </span>
        ) : (
          lastComment && (
            <>
              {lastComment.passage && (
                <span className="card-comment__passage">
                  {t('passages.lastComment', {
                    quote: shortQuote(lastComment.passage.exact),
                    count: lastComment.passage.count,
                  })}
                </span>
              )}
              <b>
                <bdi>{lastComment.writerNo === myNo ? t('common.meAsWriter') : lastComment.writer}</bdi>
              </b>{' '}
              <bdi>{lastComment.line}</bdi>
            </>
          )
        )}
      </p>
      <CommentCount note={note} />
    </>
  )
}

function CommentCount({ note: { commentCount: count, hasNewComments } }: { note: SharedNoteItem }) {
  if (count === 0) return null
  return (
    <span className={`card-comment__count ${hasNewComments ? 'card-comment__count--new' : ''}`}>
      {t('comments.count', { count })}
      {hasNewComments && <span className="visually-hidden">{t('comments.someNew')}</span>}
    </span>
  )
}

interface CardReadersProps {
  readers: readonly PersonView[]
  /** Every other member has read the note. */
  areAll: boolean
}

/** Avatars and number of the readers. A popover lists their names. */
function CardReaders({ readers, areAll }: CardReadersProps) {
  if (readers.length === 0) return null
  const label = (
    <>
      <span className="card-readers__avatars" aria-hidden="true">
        {readers.slice(0, AVATARS_SHOWN).map(reader => (
          <Face key={reader.userNo} reader={reader} />
        ))}
      </span>
      {areAll ? t('discussion.readByAll') : t('discussion.readBy', { count: readers.length })}
    </>
  )
  return (
    <Popover
      className="card-readers"
      label={label}
      align="end"
      title={t('discussion.readBy', { count: readers.length })}
    >
      {readers.map(reader => (
        <p key={reader.userNo} className="card-readers__name">
          <Face reader={reader} />
          {reader.userName}
        </p>
      ))}
    </Popover>
  )
}

function Face({ reader: { userNo, userName, profPic } }: { reader: PersonView }) {
  return <Avatar size="grouped" person={{ userNo, name: userName, picture: profPic || null }} />
}
