import { type MouseEvent, useId, useRef } from 'react'
import { NoteTime } from '#client/features/notes/list/NoteTime.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Button } from '#client/ui/Button.tsx'
import type { NoteLine } from '#protocol/notes.ts'
import { beginSharing, takeBackSharing } from './shares.sending.ts'
import { shareAtOnce } from './shares.waiting.ts'
import { useSharing } from './useSharing.ts'

interface ShareNoteRowProps {
  note: NoteLine
  hubNo: number
  /** In this room, now. */
  isShared: boolean
}

export function ShareNoteRow({ note, hubNo, isShared }: ShareNoteRowProps) {
  const sharing = { noteNo: note.noteNo, hubNo }
  const { secondsLeft, isUnderWay } = useSharing(sharing)
  const waits = secondsLeft !== null
  const titleId = useId()
  const button = useRef<HTMLButtonElement>(null)

  function press({ detail: clicks }: MouseEvent) {
    // The second click of a double one is meant for what stood there before.
    if (clicks > 1) return
    if (waits) takeBackSharing(sharing)
    else beginSharing(sharing)
  }

  function shareNow() {
    button.current?.focus()
    shareAtOnce(sharing)
  }

  return (
    <li className="share-note">
      <div className="share-note__text">
        <p className="share-note__title" id={titleId} dir="auto">
          {note.title}
        </p>
        <p className="share-note__excerpt" dir="auto">
          {note.excerpt}
        </p>
        <p className="share-note__facts">
          {waits ? (
            <span className="share-row__left">{t('shares.secondsLeft', { seconds: secondsLeft })}</span>
          ) : (
            <>
              <span className="share-note__topic" dir="auto">
                {note.subjectTitle}
              </span>{' '}
              <NoteTime at={note.lastUpdate} />
            </>
          )}
        </p>
      </div>
      {isShared && !isUnderWay ? (
        <Link
          className="share-note__link"
          to={paths.noteInHub(note.noteNo, hubNo)}
          aria-describedby={titleId}
        >
          {t('shares.seeInRoom')}
        </Link>
      ) : (
        <div className="share-row__buttons">
          {waits && (
            <Button kind="quiet" onClick={shareNow} aria-describedby={titleId}>
              {t('shares.shareNow')}
            </Button>
          )}
          <Button ref={button} busy={isUnderWay} onClick={press} aria-describedby={titleId}>
            {t(waits ? 'common.undo' : 'shares.shareHere')}
          </Button>
        </div>
      )}
    </li>
  )
}
