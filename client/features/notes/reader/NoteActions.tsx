import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { noteListAtom } from '#client/features/notes/list/notes.state.ts'
import { useDeleteNote } from '#client/features/notes/notes.queries.ts'
import { useRestoring } from '#client/features/trash/useRestoring.ts'
import { paths } from '#client/paths.ts'
import { isComposing } from '#client/platform/browser/composition.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/ifStillHere.ts'
import { useGoBack } from '#client/platform/router/useGoBack.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { FailedLine } from '#client/ui/FailedLine.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { NoteView } from '#protocol/notes.ts'
import { ToolLabel } from './ToolLabel.tsx'
import { usePrinting } from './usePrinting.ts'

const SharePanel = lazyComponent(
  lazyModule(() => import('#client/features/shares/SharePanel.tsx').then(part => part.SharePanel)),
  FailedLine,
)

const NoteHistory = lazyComponent(
  lazyModule(() => import('#client/features/notes/history/NoteHistory.tsx').then(part => part.NoteHistory)),
  FailedDialog,
)

interface NoteActionsProps {
  note: NoteView
  /** What is printed. */
  sheet: RefObject<HTMLElement | null>
}

/** What can be done with a note: sharing, writing on and deleting only by its author. */
export function NoteActions({ note, sheet }: NoteActionsProps) {
  const [open, setOpen] = useState<'share' | 'history' | 'delete' | null>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const { curPageNo } = useAtomValue(noteListAtom)
  const list = listOf(note, curPageNo)
  const goBack = useGoBack(list)
  const navigate = useNavigate()
  const { tellDeleted } = useRestoring()
  const deleting = useDeleteNote(note.noteNo, () => tellDeleted([note]))
  const { print, isPreparing } = usePrinting(note.title, sheet)

  const remove = () =>
    deleting.mutate(undefined, { onSuccess: ifStillHere(() => void navigate(list, { replace: true })) })

  function closeOnEscape(event: KeyboardEvent): void {
    if (open !== 'share' || event.key !== 'Escape' || isComposing(event)) return
    setOpen(null)
    shareButton.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices a key that is pressed in what it holds
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
            <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen('history')}>
              <ToolLabel icon="history" words={t('notes.history')} short={t('notes.historyShort')} />
            </Button>
            <Button
              kind="quiet-danger"
              aria-expanded={open === 'delete'}
              onClick={() => setOpen(open === 'delete' ? null : 'delete')}
            >
              <ToolLabel icon="trash" words={t('common.delete')} />
            </Button>
            <div className="note__main-actions">
              <Button
                ref={shareButton}
                aria-expanded={open === 'share'}
                onClick={() => setOpen(open === 'share' ? null : 'share')}
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
      {open === 'share' && (
        <SharePanel pending={<SkeletonRows rows={1} height={180} />} noteNo={note.noteNo} />
      )}
      {open === 'history' && <NoteHistory note={note} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <Confirm
          question={t('notes.deleteAsk')}
          confirmLabel={t('common.delete')}
          busy={deleting.isPending}
          onConfirm={remove}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === 'delete' && deleting.isError && <Message kind="error">{failureText(deleting.error)}</Message>}
    </div>
  )
}

/** The author's list under the note's topic; a reader knows it from a hub. */
function listOf({ subjectNo }: NoteView, page: number): string {
  if (subjectNo === null) return paths.friends
  return paths.notes(subjectNo, page)
}
