import { useRestoreVersion } from '#client/features/notes/notes.queries.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { HistoryPanel } from './HistoryPanel.tsx'

/** The history of the note that is being read. */
export function NoteHistory({ note }: { note: NoteView }) {
  const restoring = useRestoreVersion(note)
  return (
    <Card padded={false}>
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
    </Card>
  )
}
