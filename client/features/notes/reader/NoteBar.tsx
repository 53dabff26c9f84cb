import { useAtomValue } from 'jotai'
import { type MouseEvent, type RefObject, use, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsThreadUnavailable } from '#client/features/comments/comments.live.ts'
import type { ThreadPlace } from '#client/features/comments/comments.queries.ts'
import { useHubMembers, useIsHubMember } from '#client/features/discussion/hubMembers.live.ts'
import { usePinAction } from '#client/features/discussion/NoteInRoom.tsx'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { MoveNoteDialog } from '#client/features/notes/list/MoveNoteDialog.tsx'
import { noteListAtom } from '#client/features/notes/list/noteList.state.ts'
import { useNoteActions } from '#client/features/notes/list/useNoteActions.ts'
import { useDeleteNote } from '#client/features/notes/notes.queries.ts'
import type { Part } from '#client/features/notes/series/series.queries.ts'
import { PublicMark } from '#client/features/publicLinks/PublicMark.tsx'
import { ReactionButton } from '#client/features/reactions/ReactionButton.tsx'
import { ReportDialog } from '#client/features/reports/ReportDialog.tsx'
import type { ReportSubject } from '#client/features/reports/reports.queries.ts'
import { SearchDialog } from '#client/features/search/SearchButton.tsx'
import { useRestoreNotes } from '#client/features/trash/trash.restore.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { idleComponent, lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { isPlainClick } from '#client/platform/browser/links.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere, useGoBack } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { Message } from '#client/ui/Message.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { PHONE } from '#client/ui/sheet.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { PreviewContext } from './NoteTitle.tsx'
import { usePrinting } from './usePrinting.ts'
import './noteBar.css'

const SharePopover = lazyComponent(
  lazyModule(() => import('#client/features/shares/SharePopover.tsx').then(part => part.SharePopover)),
  FailedDialog,
)

const NoteHistory = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/HistoryPanel.tsx').then(part => part.NoteHistory)),
  FailedDialog,
)

/** Loaded once the note is on the screen. */
const NotePassagesButton = idleComponent(
  lazyModule(() =>
    import('#client/features/passages/author/NotePassagesButton.tsx').then(part => part.NotePassagesButton),
  ),
  null,
)

/** The panel or dialog that the bar has opened. */
type Panel = 'share' | 'history' | 'move' | 'delete' | 'report' | 'search'

interface NoteBarProps {
  note: NoteView
  /** The note itself, or the parts of the series that begins with it. Null while they load. */
  parts: readonly Part[] | null
  sheet: RefObject<HTMLElement | null>
  /** The room in which the note is read. */
  hubNo: number | null
  /** The index of the part that is being read. */
  partRead: () => number
}

/**
 * The bar of an open note: back, the actions that users need most, and a menu with all other actions. Only the author can edit, share and
 * delete it; other readers can report it. On phones the bar replaces the header of the app.
 */
export function NoteBar({ note, parts, sheet, hubNo, partRead }: NoteBarProps) {
  const isPreview = use(PreviewContext)
  const [openPanel, setOpenPanel] = useState<Panel | null>(null)
  const [historyIndex, setHistoryIndex] = useState(0)
  const shareButton = useRef<HTMLButtonElement>(null)
  const { curPageNo } = useAtomValue(noteListAtom)
  const listPath = hubNo === null ? listPathOf(note, curPageNo) : paths.discussion(hubNo)
  const navigate = useNavigate()
  const { showDeletedToast } = useRestoreNotes()
  const deletion = useDeleteNote(note.noteNo, () => showDeletedToast([note]))
  const { print, isPreparing } = usePrinting(note.title, sheet)
  const closePanel = () => setOpenPanel(null)
  const isShared = useIsShared(hubNo, note.noteNo)
  // The bar replaces the header, so its menu offers the search of the header.
  const isPhone = useMediaQuery(PHONE)
  const pinAction = usePinAction(hubNo, note.noteNo)
  const { copies, exports } = useNoteActions(note)

  function remove() {
    const leave = ifStillHere(() => void navigate(listPath, { replace: true }))
    // Mutation callbacks do not run after unmount, so use the promise: the screen may show first that the note is gone.
    deletion.mutateAsync().then(leave, () => undefined)
  }

  function openHistory() {
    setHistoryIndex(partRead())
    setOpenPanel('history')
  }

  /** The editor opens the part that is being read. */
  function edit(event: MouseEvent) {
    const part = parts?.[partRead()]
    if (!part || part.noteNo === note.noteNo || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(paths.updateNote(part.noteNo))
  }

  const count = parts?.length ?? 1
  const historyPart = parts?.[historyIndex]
  const menu: Action[] = [
    ...(isPhone
      ? [{ label: t('search.open'), icon: 'find', run: () => setOpenPanel('search') } satisfies Action]
      : []),
    ...(isShared ? pinAction : []),
    { label: t('notes.print'), icon: 'print', run: () => void print() },
    ...(note.isAuthor
      ? ([
          { label: t('notes.history'), icon: 'history', run: openHistory },
          { label: t('notes.move'), icon: 'folder', run: () => setOpenPanel('move') },
          ...copies,
          ...exports,
          { label: t('common.delete'), icon: 'trash', isDangerous: true, run: () => setOpenPanel('delete') },
        ] satisfies Action[])
      : []),
    ...(!note.isAuthor && isShared
      ? [{ label: t('reports.report'), icon: 'flag', run: () => setOpenPanel('report') } satisfies Action]
      : []),
  ]

  return (
    <div className="note-bar no-print">
      <div className="note-bar__row">
        {isPreview ? <span className="note-bar__back" /> : <BackButton hubNo={hubNo} listPath={listPath} />}
        {isShared && hubNo !== null && <NoteReaction hubNo={hubNo} noteNo={note.noteNo} />}
        {note.isAuthor && hubNo === null && !isPreview && <NotePassagesButton noteNo={note.noteNo} />}
        {note.isAuthor && (
          <>
            <PublicMark noteNo={note.noteNo} />
            <Button
              ref={shareButton}
              kind="quiet"
              className="note-bar__tool"
              aria-haspopup="dialog"
              aria-expanded={openPanel === 'share'}
              onClick={() => setOpenPanel(openPanel === 'share' ? null : 'share')}
            >
              <ToolIcon name="share" />
              <span className="note-bar__label">{t('notes.share')}</span>
            </Button>
            <ButtonLink
              kind="quiet"
              className="note-bar__tool"
              to={paths.updateNote(note.noteNo)}
              onClick={edit}
            >
              <ToolIcon name="pen" />
              <span className="note-bar__label">{t('notes.continueWriting')}</span>
            </ButtonLink>
          </>
        )}
        {note.canWrite && (
          <ButtonLink
            kind="quiet"
            className="note-bar__tool"
            to={paths.updateNote(note.noteNo)}
            onClick={edit}
          >
            <ToolIcon name="pen" />
            <span className="note-bar__label">{t('notes.writeTogether')}</span>
          </ButtonLink>
        )}
        {isPreparing && <Spinner />}
        <ActionMenu label={t('notes.more', { title: note.title })} actions={menu} />
      </div>
      {openPanel === 'share' && (
        <SharePopover pending={null} noteNo={note.noteNo} anchor={shareButton} onClose={closePanel} />
      )}
      {openPanel === 'search' && <SearchDialog open onClose={closePanel} />}
      {openPanel === 'history' && historyPart && (
        <NoteHistory
          note={historyPart}
          place={count > 1 ? { index: historyIndex + 1, count } : null}
          onClose={closePanel}
        />
      )}
      {note.subjectNo !== null && (
        <MoveNoteDialog
          note={note}
          topicNo={note.subjectNo}
          open={openPanel === 'move'}
          onClose={closePanel}
        />
      )}
      {openPanel === 'delete' && (
        <Confirm
          question={count > 1 ? t('series.deleteAsk', { count }) : t('notes.deleteAsk')}
          confirmLabel={t('common.delete')}
          busy={deletion.isPending}
          onConfirm={remove}
          onCancel={closePanel}
        />
      )}
      {openPanel === 'delete' && deletion.isError && (
        <Message kind="error">{failureText(deletion.error)}</Message>
      )}
      {hubNo !== null && !note.isAuthor && (
        <ReportDialog
          subject={reportSubjectOf(note, parts, hubNo)}
          open={openPanel === 'report'}
          onClose={closePanel}
        />
      )}
    </div>
  )
}

/** The bar while the note is loading. */
export function NoteBarPending({ hubNo }: { hubNo: number | null }) {
  const isPreview = use(PreviewContext)
  return (
    <div className="note-bar no-print">
      <div className="note-bar__row">
        {!isPreview && (
          <BackButton hubNo={hubNo} listPath={hubNo === null ? paths.topics : paths.discussion(hubNo)} />
        )}
      </div>
    </div>
  )
}

/** Goes back to the previous page, or else to the list; to the list of rooms once the user has left the room. */
function BackButton({ hubNo, listPath }: { hubNo: number | null; listPath: string }) {
  return hubNo === null ? <Back listPath={listPath}>{t('notes.toList')}</Back> : <BackToRoom hubNo={hubNo} />
}

function BackToRoom({ hubNo }: { hubNo: number }) {
  const { userNo } = useAtomValue(authAtom)
  const isMember = useIsHubMember(hubNo)
  const { data } = useHubMembers(hubNo)
  return (
    <Back listPath={isMember ? paths.discussion(hubNo) : paths.friends}>
      {isMember && data ? roomName(data, userNo) : t('notes.toList')}
    </Back>
  )
}

function Back({ listPath, children }: { listPath: string; children: string }) {
  const goBack = useGoBack(listPath)
  return (
    <Button kind="quiet" className="note-bar__back" onClick={goBack}>
      <ToolIcon name="back" />
      <span className="note-bar__name">{children}</span>
    </Button>
  )
}

/** Whether the note is read in a room whose thread is open, so that it accepts reactions and reports. */
function useIsShared(hubNo: number | null, noteNo: number): boolean {
  const place = useMemo(() => ({ hubNo: hubNo ?? 0, noteNo }), [hubNo, noteNo])
  return !useIsThreadUnavailable(place) && hubNo !== null
}

function NoteReaction({ hubNo, noteNo }: ThreadPlace) {
  const place = useMemo(() => ({ hubNo, noteNo }), [hubNo, noteNo])
  return <ReactionButton place={place} commentNo={NOTE_ITSELF} />
}

function reportSubjectOf(note: NoteView, parts: readonly Part[] | null, hubNo: number): ReportSubject {
  const { noteNo, title, authorNo, author } = note
  const person = { userNo: authorNo, userName: author }
  const text = parts ? wholeText(parts) : decodeText(note.text)
  return { kind: 'note', hubNo, noteNo, title, text, person }
}

/** The topic's note list for the author; the list of rooms for other readers. */
function listPathOf({ subjectNo }: NoteView, page: number): string {
  if (subjectNo === null) return paths.friends
  return paths.notes(subjectNo, page)
}
