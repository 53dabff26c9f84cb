import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { CommentsSection } from '#client/features/comments/CommentsSection.tsx'
import { CommentThread } from '#client/features/comments/CommentThread.tsx'
import { useIsThreadGone } from '#client/features/comments/comments.live.ts'
import type { Place } from '#client/features/comments/comments.queries.ts'
import { GoneThread } from '#client/features/comments/GoneThread.tsx'
import { RoomNeighbours } from '#client/features/discussion/RoomNeighbours.tsx'
import { RoomOfNote } from '#client/features/discussion/RoomOfNote.tsx'
import { NeighbourNotes } from '#client/features/notes/neighbours/NeighbourNotes.tsx'
import { noteFailureText } from '#client/features/notes/note.failure.ts'
import { useTicking } from '#client/features/notes/ticking/useTicking.ts'
import { ReactionButton } from '#client/features/reactions/ReactionButton.tsx'
import { ReportButton } from '#client/features/reports/ReportButton.tsx'
import type { Subject } from '#client/features/reports/reports.queries.ts'
import { paths } from '#client/paths.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { useGoBack } from '#client/platform/router/useGoBack.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import { NoteActions } from './NoteActions.tsx'
import { NoteSheet } from './NoteSheet.tsx'
import { placeholderHeader } from './note.placeholder.ts'
import { useNoteUpdates, type Withdrawal } from './notes.live.ts'
import { UnsyncedChangesBanner } from './UnsyncedChangesBanner.tsx'
import { useShownNote } from './useShownNote.ts'
import './note.css'
import './talk.css'

/** The note in the address; opened in a hub, with what is said about it there. */
export function NoteScreen() {
  const noteNo = useNumberInAddress('no')
  const hubNo = useNumberInAddress('hub')
  if (noteNo === null) return <Redirect to={paths.topics} />
  return (
    <div className="note-place">
      <Note key={noteNo} noteNo={noteNo} hubNo={hubNo} />
    </div>
  )
}

function Note({ noteNo, hubNo }: { noteNo: number; hubNo: number | null }) {
  const { note, shown, showNewest } = useShownNote(noteNo)
  const cache = useQueryClient()
  const me = useAtomValue(authAtom)
  const [known] = useState(() => placeholderHeader(cache, noteNo, hubNo, me))
  const sheet = useRef<HTMLElement>(null)
  const { withdrawn, newestVersion } = useNoteUpdates(noteNo, note.data)
  const { text, onTick } = useTicking(noteNo, shown)

  if (isNotFound(note.error))
    return (
      <NoteGone
        reason={withdrawn}
        isOwn={(shown ?? known)?.authorNo === me.userNo}
        thread={hubNo === null ? null : { hubNo, noteNo }}
      />
    )
  const head = shown ?? (note.isPending ? known : undefined)
  if (note.isPending && !head) return hubNo === null ? <NotePending /> : <TalkPending />
  if (!head)
    return (
      <>
        <ScreenTitle title={t('notes.screen')} hidden />
        <LoadFailure query={note} title={noteFailureText(note.error)} />
      </>
    )
  const sheetAndTools = (
    <div className="note">
      {hubNo !== null && <RoomOfNote hubNo={hubNo} />}
      {shown ? (
        <NoteActions note={shown} sheet={sheet} />
      ) : (
        <ToolsPending isOwn={head.authorNo === me.userNo} />
      )}
      {shown && newestVersion > shown.version && (
        <div className="note__update no-print" role="status">
          {t('notes.changed')}
          <Button busy={note.isFetching} onClick={() => void showNewest()}>
            {t('notes.showChanged')}
          </Button>
        </div>
      )}
      <UnsyncedChangesBanner noteNo={noteNo} />
      <NoteSheet
        ref={sheet}
        note={head}
        text={text}
        onTick={onTick}
        byline={shown && hubNo !== null && <SharedNoteActions note={shown} hubNo={hubNo} />}
      />
      {shown && hubNo === null && shown.subjectNo !== null && (
        <NeighbourNotes noteNo={noteNo} topicNo={shown.subjectNo} />
      )}
      {shown && hubNo !== null && <RoomNeighbours key={hubNo} hubNo={hubNo} noteNo={noteNo} />}
    </div>
  )
  if (hubNo === null) return sheetAndTools
  return (
    <div className="talk">
      <div className="talk__note">{sheetAndTools}</div>
      {shown ? <CommentThread key={hubNo} hubNo={hubNo} note={shown} /> : <ThreadPending />}
    </div>
  )
}

/** What is done about a note in a room, for as long as it can be. */
function SharedNoteActions({ note, hubNo }: { note: NoteView; hubNo: number }) {
  const place = { hubNo, noteNo: note.noteNo }
  if (useIsThreadGone(place)) return null
  return (
    <>
      <ReactionButton place={place} commentNo={NOTE_ITSELF} />
      {!note.isAuthor && <ReportButton subject={reportable(note, hubNo)} />}
    </>
  )
}

function reportable(note: NoteView, hubNo: number): Subject {
  const { noteNo, title, authorNo, author } = note
  const person = { userNo: authorNo, userName: author }
  return { kind: 'note', hubNo, noteNo, title, text: decodeText(note.text), person }
}

/** As high as the tools will be. */
function ToolsPending({ isOwn }: { isOwn: boolean }) {
  return (
    <div className={isOwn ? 'note__own-tools-pending' : undefined}>
      <SkeletonRows rows={1} height={40} />
    </div>
  )
}

function TalkPending() {
  return (
    <div className="talk">
      <div className="talk__note">
        <NotePending />
      </div>
      <ThreadPending />
    </div>
  )
}

/** As wide as the thread will be, so that the note keeps its place. */
function ThreadPending() {
  return (
    <CommentsSection count={0}>
      <div className="comments__scroll">
        <SkeletonRows rows={2} height={64} />
      </div>
    </CommentsSection>
  )
}

function NotePending() {
  return (
    <div className="note">
      <ScreenTitle title={t('common.loading')} hidden />
      <SkeletonRows rows={1} height={40} />
      <SkeletonRows rows={1} height={420} />
    </div>
  )
}

const GONE_TEXTS = {
  cancelled: 'notes.withdrawn',
  deleted: 'notes.deleted',
  left: 'notes.authorLeft',
} as const

interface NoteGoneProps {
  reason: Withdrawal | null
  /** It was seen to be one's own: then it was oneself, in another tab or on another device. */
  isOwn: boolean
  /** Where something may be unsent. */
  thread: Place | null
}

function NoteGone({ reason, isOwn, thread }: NoteGoneProps) {
  const goBack = useGoBack(paths.topics)
  return (
    <div className="note">
      <ScreenTitle title={t('notes.screen')} hidden />
      <ErrorState>
        {t(isOwn ? 'notes.deletedElsewhere' : reason === null ? 'notes.gone' : GONE_TEXTS[reason])}
      </ErrorState>
      <p className="note__way-back">
        <Button onClick={goBack}>
          <Icon name="back" />
          {t('notes.toList')}
        </Button>
        {isOwn && <ButtonLink to={paths.trash}>{t('trash.title')}</ButtonLink>}
      </p>
      {thread && <GoneThread place={thread} wasShown={false} />}
    </div>
  )
}
