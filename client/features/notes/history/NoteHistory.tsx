import { useId } from 'react'
import { useRestoreVersion } from '#client/features/notes/notes.queries.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Message } from '#client/ui/Message.tsx'
import { useModal } from '#client/ui/useModal.ts'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import './historyDialog.css'

/** The history of the note that is being read, in a window of its own. */
export function NoteHistory({ note, onClose }: { note: NoteView; onClose: () => void }) {
  const titleId = useId()
  const modal = useModal(true, onClose)
  const restoring = useRestoreVersion(note)
  return (
    <dialog className="history-dialog" aria-labelledby={titleId} {...modal}>
      <div className="history-dialog__head">
        <h2 id={titleId}>{t('notes.history')}</h2>
        <Button kind="quiet" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <HistoryPanel
        noteNo={note.noteNo}
        present={{ title: note.title, text: decodeText(note.text) }}
        busy={restoring.isPending}
        onRestore={restoring.mutate}
        message={
          <Message kind={restoring.isError ? 'error' : 'status'}>
            {restoring.isError && failureText(restoring.error)}
            {restoring.data && (restoring.data.success ? t('notes.historyRestored') : t('notes.conflict'))}
          </Message>
        }
      />
    </dialog>
  )
}
