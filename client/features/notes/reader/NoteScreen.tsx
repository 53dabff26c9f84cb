import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { use, useRef, useState } from 'react'
import { CommentsSection } from '#client/features/comments/CommentCard.tsx'
import { CommentsSkeleton } from '#client/features/comments/CommentsSkeleton.tsx'
import { CommentThread, UnavailableThread } from '#client/features/comments/CommentThread.tsx'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import { AdjacentNoteLinks } from '#client/features/discussion/NoteInRoom.tsx'
import { saveFailureText } from '#client/features/documents/unsaved.ts'
import { SavedNoteLinks } from '#client/features/links/NoteLinks.tsx'
import { MissingState } from '#client/features/missing/MissingState.tsx'
import {
  type UnsavedNote,
  unsavedOfNote,
  unsavedPath,
  useUnsavedNotes,
} from '#client/features/notes/list/unsavedNotes.ts'
import { noteFailureText } from '#client/features/notes/notes.queries.ts'
import { AdjacentNotes } from '#client/features/notes/reader/AdjacentNotes.tsx'
import { useTaskToggling } from '#client/features/notes/reader/useTaskToggling.ts'
import { useShownParts } from '#client/features/notes/series/useShownParts.ts'
import { createPassageState, PassageContext } from '#client/features/passages/passages.state.ts'
import { pathOfTag } from '#client/features/tags/tags.queries.ts'
import { PathOfTag } from '#client/markdown/markdownContexts.ts'
import { paths } from '#client/paths.ts'
import { useHidingBars } from '#client/platform/browser/hidingBars.ts'
import { idleComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect, useNumberParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { NoteBar, NoteBarPending } from './NoteBar.tsx'
import { NoteSheet } from './NoteSheet.tsx'
import { SheetSkeleton } from './NoteSkeleton.tsx'
import { NoteTitle, PreviewContext } from './NoteTitle.tsx'
import { placeholderHeader } from './note.placeholder.ts'
import { useNoteUpdates, useShownNote, type Withdrawal } from './useLiveNote.ts'
import { useAddressOfHead, useReadingPosition } from './useReadingPosition.ts'
import './note.css'
import './noteInHub.css'
// Last, because their media queries override the rules above.
import './noteInHub.phone.css'
import './noteInHub.panes.css'

/** Loaded once the note is on the screen. */
const NotePassages = idleComponent(
  lazyModule(() => import('#client/features/passages/NotePassages.tsx').then(part => part.NotePassages)),
  null,
)

const Backlinks = idleComponent(
  lazyModule(() => import('#client/features/links/Backlinks.tsx').then(part => part.Backlinks)),
  null,
)

const AuthorPassages = idleComponent(
  lazyModule(() =>
    import('#client/features/passages/author/AuthorPassages.tsx').then(part => part.AuthorPassages),
  ),
  null,
)

/** Loaded for a note that a search has found. */
const FoundInNote = idleComponent(
  lazyModule(() => import('#client/features/notes/find/FoundInNote.tsx').then(part => part.FoundInNote)),
  null,
)

/** The note in the URL, with the comment thread if it is opened in a hub, or the note that the workspace previews. */
export function NoteScreen({ previewedNo }: { previewedNo: number | null }) {
  const noteNoInUrl = useNumberParameter('no')
  const hubNo = useNumberParameter('hub')
  const noteNo = previewedNo ?? noteNoInUrl
  useHidingBars()
  if (noteNo === null) return <Redirect to={paths.topics} />
  return (
    <PreviewContext value={previewedNo !== null}>
      <div className="note-container">
        <Note key={noteNo} noteNo={noteNo} hubNo={hubNo} />
      </div>
    </PreviewContext>
  )
}

function Note({ noteNo, hubNo }: { noteNo: number; hubNo: number | null }) {
  const { note, shown, showNewest } = useShownNote(noteNo)
  const cache = useQueryClient()
  const isPreview = use(PreviewContext)
  const me = useAtomValue(authAtom)
  const [passageState] = useState(createPassageState)
  const [placeholder] = useState(() => placeholderHeader(cache, noteNo, hubNo, me))
  const sheet = useRef<HTMLElement>(null)
  const { withdrawn, isOutdated } = useNoteUpdates(noteNo, note.data)
  const series = useShownParts(shown)
  const { text, partLines, onToggleTask } = useTaskToggling(noteNo, series.parts, shown?.isAuthor ?? false)
  const reading = useReadingPosition(sheet, series.parts, partLines)
  const addressOfHead = useAddressOfHead(shown)

  // The list next to a preview shows another note once its rows may change.
  if (isNotFound(note.error) && isPreview) return <ErrorState>{t('notes.gone')}</ErrorState>
  if (isNotFound(note.error))
    return (
      <NoteNotFound
        reason={withdrawn}
        isOwn={(shown ?? placeholder)?.authorNo === me.userNo}
        thread={hubNo === null ? null : { hubNo, noteNo }}
      />
    )
  if (addressOfHead !== null) return <Redirect to={addressOfHead} />
  const header = shown ?? (note.isPending ? placeholder : undefined)
  if (note.isPending && !header)
    return hubNo === null ? <NotePending hubNo={null} /> : <NoteInHubPending hubNo={hubNo} />
  if (!header)
    return (
      <>
        <NoteBarPending hubNo={hubNo} />
        <NoteTitle title={t('notes.screen')} hidden />
        <LoadFailure query={note} title={noteFailureText(note.error)} />
      </>
    )
  const noteWithActions = (
    <div className="note">
      {shown ? (
        <NoteBar note={shown} parts={series.parts} sheet={sheet} hubNo={hubNo} partRead={reading.partRead} />
      ) : (
        <NoteBarPending hubNo={hubNo} />
      )}
      {shown && isOutdated(shown) && (
        <div className="note__update no-print" role="status">
          {t('notes.changed')}
          <Button busy={note.isFetching} onClick={() => void showNewest().then(series.showNewest)}>
            {t('notes.showChanged')}
          </Button>
        </div>
      )}
      {!isPreview && <UnsyncedChangesBanner noteNos={series.parts?.map(part => part.noteNo) ?? [noteNo]} />}
      <SavedNoteLinks noteNo={noteNo} text={text}>
        <PathOfTag value={shown?.isAuthor && hubNo === null ? pathOfTag : null}>
          <NoteSheet
            ref={sheet}
            note={header}
            partCount={series.parts?.length ?? 1}
            text={text}
            failure={series.failed && <LoadFailure query={series.failed} title={t('series.loadFailed')} />}
            onToggleTask={onToggleTask}
            onRendered={reading.notifyRendered}
          >
            {shown && hubNo !== null && !isPreview && <NotePassages key={hubNo} hubNo={hubNo} note={shown} />}
            {shown?.isAuthor && hubNo === null && !isPreview && <AuthorPassages noteNo={noteNo} />}
          </NoteSheet>
        </PathOfTag>
      </SavedNoteLinks>
      {shown && !isPreview && <Backlinks noteNo={noteNo} />}
      {shown && hubNo === null && shown.subjectNo !== null && !isPreview && (
        <AdjacentNotes noteNo={noteNo} topicNo={shown.subjectNo} />
      )}
      {shown && hubNo !== null && <AdjacentNoteLinks key={hubNo} hubNo={hubNo} noteNo={noteNo} />}
      {shown && <FoundInNote />}
    </div>
  )
  if (hubNo === null) return <PassageContext value={passageState}>{noteWithActions}</PassageContext>
  return (
    <PassageContext value={passageState}>
      <div className="note-in-hub">
        <div className="note-in-hub__note">{noteWithActions}</div>
        {shown ? <CommentThread key={hubNo} hubNo={hubNo} note={shown} /> : <ThreadPending />}
      </div>
    </PassageContext>
  )
}

function NoteInHubPending({ hubNo }: { hubNo: number }) {
  return (
    <div className="note-in-hub">
      <div className="note-in-hub__note">
        <NotePending hubNo={hubNo} />
      </div>
      <ThreadPending />
    </div>
  )
}

/** Placeholder with the width of the thread, so that the note does not move. */
function ThreadPending() {
  return (
    <CommentsSection count={0}>
      <div className="comments__scroll">
        <CommentsSkeleton />
      </div>
    </CommentsSection>
  )
}

function NotePending({ hubNo }: { hubNo: number | null }) {
  return (
    <div className="note">
      <NoteBarPending hubNo={hubNo} />
      <NoteTitle title={t('common.loading')} hidden />
      <SheetSkeleton />
    </div>
  )
}

const WITHDRAWAL_TEXTS = {
  cancelled: 'notes.withdrawn',
  deleted: 'notes.deleted',
  left: 'notes.authorLeft',
} as const

interface NoteNotFoundProps {
  reason: Withdrawal | null
  /** The user is the author, so they deleted it in another tab or on another device. */
  isOwn: boolean
  /** A thread that may have unsent comments. */
  thread: ThreadPlace | null
}

function NoteNotFound({ reason, isOwn, thread }: NoteNotFoundProps) {
  return (
    <div className="note">
      <NoteBarPending hubNo={thread?.hubNo ?? null} />
      <NoteTitle title={t('notes.screen')} hidden />
      <MissingState back={isOwn ? { to: paths.trash, label: t('trash.title') } : undefined}>
        {t(isOwn ? 'notes.deletedElsewhere' : reason === null ? 'notes.gone' : WITHDRAWAL_TEXTS[reason])}
      </MissingState>
      {thread && <UnavailableThread place={thread} wasShown={false} />}
    </div>
  )
}

/** Shown above a note with unsaved text, perhaps of one part: a link to its editor, and why it is not saved. */
function UnsyncedChangesBanner({ noteNos }: { noteNos: readonly number[] }) {
  const unsavedNotes = useUnsavedNotes()
  const unsaved = noteNos.flatMap(noteNo => unsavedOfNote(noteNo, unsavedNotes) ?? [])[0]
  if (!unsaved) return null
  return (
    <div className="note__update note__update--waiting no-print" role="status">
      {waitingText(unsaved)}
      <ButtonLink to={unsavedPath(unsaved)}>{t('notes.waitingOpen')}</ButtonLink>
    </div>
  )
}

function waitingText({ saveFailure, isQueued, copies }: UnsavedNote): string {
  if (saveFailure !== null) return saveFailureText(saveFailure)
  if (isQueued) return t('notes.waitingUnsent')
  // Without a copy, it is typed on another device, or by a friend.
  return t(copies.length > 0 ? 'notes.waitingHere' : 'notes.waitingElsewhere')
}
