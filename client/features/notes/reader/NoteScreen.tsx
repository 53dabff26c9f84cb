import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { CommentThread } from '#client/features/comments/CommentThread.tsx'
import type { Place } from '#client/features/comments/comments.queries.ts'
import { GoneThread } from '#client/features/comments/GoneThread.tsx'
import { NeighbourNotes } from '#client/features/notes/neighbours/NeighbourNotes.tsx'
import { useTicking } from '#client/features/notes/ticking/useTicking.ts'
import { paths } from '#client/paths.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { useWayBack } from '#client/platform/router/useWayBack.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { NoteActions } from './NoteActions.tsx'
import { NoteSheet } from './NoteSheet.tsx'
import { knownHead } from './note.known.ts'
import { useNoteNews, type Withdrawal } from './notes.live.ts'
import { useShownNote } from './useShownNote.ts'
import './note.css'

/** The note in the address; opened in a hub, with what is said about it there. */
export function NoteScreen() {
  const noteNo = useNumberInAddress('no')
  const hubNo = useNumberInAddress('hub')
  if (noteNo === null) return <Redirect to={paths.topics} />
  return <Note key={noteNo} noteNo={noteNo} hubNo={hubNo} />
}

function Note({ noteNo, hubNo }: { noteNo: number; hubNo: number | null }) {
  const { note, shown, showNewest } = useShownNote(noteNo)
  const cache = useQueryClient()
  const me = useAtomValue(authAtom)
  const [known] = useState(() => knownHead(cache, noteNo, hubNo, me))
  const sheet = useRef<HTMLElement>(null)
  const { withdrawn, newestVersion } = useNoteNews(noteNo, note.data)
  const { text, onTick } = useTicking(noteNo, shown)

  if (note.error instanceof CallFailed && note.error.code === 'notFound')
    return <NoteGone reason={withdrawn} thread={hubNo === null ? null : { hubNo, noteNo }} />
  const head = shown ?? (note.isPending ? known : undefined)
  if (note.isPending && !head) return <NotePending />
  if (!head)
    return (
      <>
        <ScreenTitle title={t('notes.untitled')} hidden />
        <ErrorState onRetry={() => void note.refetch()} busy={note.isFetching}>
          {t('notes.loadFailed')} {failureText(note.error)}
        </ErrorState>
      </>
    )
  return (
    <div className="note">
      {shown ? (
        <NoteActions note={shown} sheet={sheet} />
      ) : (
        <ToolsPending isOwn={head.authorNo === me.userNo} />
      )}
      {shown && newestVersion > shown.version && (
        <div className="note__news no-print" role="status">
          {t('notes.changed')}
          <Button busy={note.isFetching} onClick={() => void showNewest()}>
            {t('notes.showChanged')}
          </Button>
        </div>
      )}
      <NoteSheet ref={sheet} note={head} text={text} onTick={onTick} />
      {shown && hubNo === null && shown.subjectNo !== null && (
        <NeighbourNotes noteNo={noteNo} topicNo={shown.subjectNo} />
      )}
      {shown && hubNo !== null && <CommentThread key={hubNo} hubNo={hubNo} note={shown} />}
    </div>
  )
}

/** As high as the tools will be. */
function ToolsPending({ isOwn }: { isOwn: boolean }) {
  return (
    <div className={isOwn ? 'note__own-tools-pending' : undefined}>
      <SkeletonRows rows={1} height={40} />
    </div>
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

/** `thread`: where something may be unsent. */
function NoteGone({ reason, thread }: { reason: Withdrawal | null; thread: Place | null }) {
  const goBack = useWayBack(paths.topics)
  return (
    <div className="note">
      <ScreenTitle title={t('notes.untitled')} hidden />
      <ErrorState>{t(reason === null ? 'notes.gone' : GONE_TEXTS[reason])}</ErrorState>
      <p className="note__way-back">
        <Button onClick={goBack}>
          <Icon name="back" />
          {t('notes.toList')}
        </Button>
      </p>
      {thread && <GoneThread place={thread} wasShown={false} />}
    </div>
  )
}
