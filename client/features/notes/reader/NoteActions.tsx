import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { noteListAtom } from '#client/features/notes/list/noteList.state.ts'
import { useDeleteNote } from '#client/features/notes/notes.queries.ts'
import { useRestoreNotes } from '#client/features/trash/trash.restore.ts'
import { paths } from '#client/paths.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere, useGoBack } from '#client/platform/router/navigation.tsx'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { FailedLine, Message } from '#client/ui/Message.tsx'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import type { NoteView } from '#protocol/notes.ts'
import { usePrinting } from './usePrinting.ts'

const SharePanel = lazyComponent(
  lazyModule(() => import('#client/features/shares/SharePanel.tsx').then(part => part.SharePanel)),
  FailedLine,
)

const NoteHistory = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/HistoryPanel.tsx').then(part => part.NoteHistory)),
  FailedDialog,
)

interface NoteActionsProps {
  note: NoteView
  sheet: RefObject<HTMLElement | null>
}

/** The actions of an open note. Only the author can edit, share and delete it. */
export function NoteActions({ note, sheet }: NoteActionsProps) {
  const [openPanel, setOpenPanel] = useState<'share' | 'history' | 'delete' | null>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const { curPageNo } = useAtomValue(noteListAtom)
  const listPath = listPathOf(note, curPageNo)
  const goBack = useGoBack(listPath)
  const navigate = useNavigate()
  const { showDeletedToast } = useRestoreNotes()
  const deletion = useDeleteNote(note.noteNo, () => showDeletedToast([note]))
  const { print, isPreparing } = usePrinting(note.title, sheet)

  const remove = () =>
    deletion.mutate(undefined, { onSuccess: ifStillHere(() => void navigate(listPath, { replace: true })) })

  function closeOnEscape(event: KeyboardEvent): void {
    if (openPanel !== 'share' || event.key !== 'Escape' || isComposing(event)) return
    setOpenPanel(null)
    shareButton.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles keys that its descendants pass on
    <div className="note__tools no-print" onKeyDown={closeOnEscape}>
      <div className={`note__actions ${note.isAuthor ? 'note__actions--own' : ''}`}>
        <Button kind="quiet" onClick={goBack}>
          <ToolLabel icon="back" words={t('notes.toList')} short={t('notes.toListShort')} />
        </Button>
        <Button kind="quiet" busy={isPreparing} onClick={() => void print()}>
          <ToolLabel icon="print" words={t('notes.print')} />
        </Button>
        {note.isAuthor && (
          <>
            <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpenPanel('history')}>
              <ToolLabel icon="history" words={t('notes.history')} short={t('notes.historyShort')} />
            </Button>
            <Button
              kind="quiet-danger"
              aria-expanded={openPanel === 'delete'}
              onClick={() => setOpenPanel(openPanel === 'delete' ? null : 'delete')}
            >
              <ToolLabel icon="trash" words={t('common.delete')} />
            </Button>
            <div className="note__main-actions">
              <Button
                ref={shareButton}
                aria-expanded={openPanel === 'share'}
                onClick={() => setOpenPanel(openPanel === 'share' ? null : 'share')}
              >
                <ToolLabel icon="share" words={t('notes.share')} />
              </Button>
              <ButtonLink kind="primary" to={paths.updateNote(note.noteNo)}>
                <ToolLabel
                  icon="pen"
                  words={t('notes.continueWriting')}
                  short={t('notes.continueWritingShort')}
                />
              </ButtonLink>
            </div>
          </>
        )}
      </div>
      {openPanel === 'share' && (
        <SharePanel pending={<SkeletonRows rows={1} height={180} />} noteNo={note.noteNo} />
      )}
      {openPanel === 'history' && <NoteHistory note={note} onClose={() => setOpenPanel(null)} />}
      {openPanel === 'delete' && (
        <Confirm
          question={t('notes.deleteAsk')}
          confirmLabel={t('common.delete')}
          busy={deletion.isPending}
          onConfirm={remove}
          onCancel={() => setOpenPanel(null)}
        />
      )}
      {openPanel === 'delete' && deletion.isError && (
        <Message kind="error">{failureText(deletion.error)}</Message>
      )}
    </div>
  )
}

/** The topic's note list for the author; the list of rooms for other readers. */
function listPathOf({ subjectNo }: NoteView, page: number): string {
  if (subjectNo === null) return paths.friends
  return paths.notes(subjectNo, page)
}

interface ToolLabelProps {
  icon: ToolIconName
  words: string
  /** Shorter text for phones; screen readers still read `words`. */
  short?: string
}

function ToolLabel({ icon, words, short = words }: ToolLabelProps) {
  return (
    <>
      <ToolIcon name={icon} />
      <span className="tool-label__text">{words}</span>
      <span className="tool-label__short" aria-hidden="true">
        {short}
      </span>
    </>
  )
}
