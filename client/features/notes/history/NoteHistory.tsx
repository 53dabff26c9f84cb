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

/** The history of the open note in a dialog. */
export function NoteHistory({ note, onClose }: { note: NoteView; onClose: () => void }) {
  const titleId = useId()
  const modal = useModal(true, onClose)
  const restore = useRestoreVersion(note)
  return (
    <dialog className="history-dialog" aria-labelledby={titleId} {...modal}>
      <div className="history-dialog__header">
        <h2 id={titleId}>{t('notes.history')}</h2>
        <Button kind="quiet" aria-label={t('common.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <HistoryPanel
        noteNo={note.noteNo}
        present={{ title: note.title, text: decodeText(note.text) }}
        busy={restore.isPending}
        onRestore={restore.mutate}
        message={
          <Message kind={restore.isError ? 'error' : 'status'}>
            {restore.isError && failureText(restore.error)}
            {restore.data && (restore.data.success ? t('notes.historyRestored') : t('notes.conflict'))}
          </Message>
        }
      />
    </dialog>
  )
}
