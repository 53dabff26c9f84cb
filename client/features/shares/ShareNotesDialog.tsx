import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { NoteTime } from '#client/features/notes/list/NoteMeta.tsx'
import { QuickNoteForm } from '#client/features/quickNote/QuickNoteForm.tsx'
import type { SavedQuickNote } from '#client/features/quickNote/useSaveQuickNote.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { SearchField } from '#client/ui/TextField.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { SHARE_NOTES_PER_PAGE } from '#protocol/limits.ts'
import type { NoteLine } from '#protocol/notes.ts'
import { startShare, undoShare, useSharing } from './shares.actions.ts'
import { sendPendingShare } from './shares.pending.ts'
import { shareNotesQuery, useLiveShareNotes, useShareSearch } from './shares.queries.ts'
import './shares.css'

const ROW_PX = 84

interface ShareNotesDialogProps {
  hubNo: number
  onClose: () => void
}

/** The user's notes to share in the open room, and a form for a new note. */
export function ShareNotesDialog({ hubNo, onClose }: ShareNotesDialogProps) {
  const [page, setPage] = useState(1)
  const search = useShareSearch(() => setPage(1))
  const notes = useQuery(shareNotesQuery(hubNo, search.query, page))
  useLiveShareNotes(hubNo)
  const isFound = search.query !== undefined
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)

  function share(saved: SavedQuickNote) {
    if (saved === null) showToast({ text: t('shares.writtenWaits') })
    else startShare({ noteNo: saved.noteNo, hubNo })
  }

  return (
    <Dialog open onClose={onClose} title={t('shares.fromRoom')}>
      <div className="share-notes">
        <QuickNoteForm
          userNo={userNo}
          label={t('shares.write')}
          action={t('shares.writeAndShare')}
          offlineHint={t('shares.writtenWaits')}
          onSaved={share}
        />
        {(isFound || search.typed !== '' || (notes.data && notes.data.notes.length > 0)) && (
          <SearchField label={t('shares.findNotes')} value={search.typed} onChange={search.type} />
        )}
        {notes.isPending && <SkeletonRows rows={SHARE_NOTES_PER_PAGE} height={ROW_PX} />}
        <LoadFailure query={notes} />
        {notes.data?.notes.length === 0 && (
          <EmptyState action={!isFound && <ButtonLink to={paths.topics}>{t('shares.toNotes')}</ButtonLink>}>
            {t(isFound ? 'shares.noNotesFound' : 'shares.noNotes')}
          </EmptyState>
        )}
        {notes.data && notes.data.notes.length > 0 && (
          <>
            <ul className="share-notes__list" aria-busy={notes.isPlaceholderData}>
              {notes.data.notes.map(note => (
                <ShareNoteRow
                  key={note.noteNo}
                  note={note}
                  hubNo={hubNo}
                  isShared={notes.data.shared.includes(note.noteNo)}
                />
              ))}
            </ul>
            <PageIndex index={notes.data.pageIndex} onGo={setPage} />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface ShareNoteRowProps {
  note: NoteLine
  hubNo: number
  /** The note is shared in this room. */
  isShared: boolean
}

function ShareNoteRow({ note, hubNo, isShared }: ShareNoteRowProps) {
  const sharing = { noteNo: note.noteNo, hubNo }
  const { secondsLeft, isInFlight } = useSharing(sharing)
  const isPending = secondsLeft !== null
  const titleId = useId()
  const button = useRef<HTMLButtonElement>(null)

  function handleClick({ detail: clicks }: MouseEvent) {
    // The second click of a double click was meant for the previous button.
    if (clicks > 1) return
    if (isPending) undoShare(sharing)
    else startShare(sharing)
  }

  function shareNow() {
    button.current?.focus()
    sendPendingShare(sharing)
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
        <p className="share-note__meta">
          {isPending ? (
            <span className="share-row__countdown">{t('shares.secondsLeft', { seconds: secondsLeft })}</span>
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
      {isShared && !isInFlight ? (
        <Link
          className="share-note__link"
          to={paths.noteInHub(note.noteNo, hubNo)}
          aria-describedby={titleId}
        >
          {t('shares.seeInRoom')}
        </Link>
      ) : (
        <div className="share-row__buttons">
          {isPending && (
            <Button kind="quiet" onClick={shareNow} aria-describedby={titleId}>
              {t('shares.shareNow')}
            </Button>
          )}
          <Button ref={button} busy={isInFlight} onClick={handleClick} aria-describedby={titleId}>
            {t(isPending ? 'common.undo' : 'shares.shareHere')}
          </Button>
        </div>
      )}
    </li>
  )
}
