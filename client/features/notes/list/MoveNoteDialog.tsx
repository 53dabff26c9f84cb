import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { useMoveNotes } from './NoteBulkActions.tsx'

interface MoveNoteDialogProps {
  note: { noteNo: number; title: string }
  topicNo: number
  open: boolean
  onClose: () => void
}

/** Moves a note to another topic. */
export function MoveNoteDialog({ note, topicNo, open, onClose }: MoveNoteDialogProps) {
  const move = useMoveNotes(topicNo)
  return (
    <Dialog open={open} onClose={onClose} title={t('notes.move')}>
      <ChooseTopic
        currentNo={topicNo}
        busy={move.isPending}
        error={move.error ? failureText(move.error) : undefined}
        onChoose={topic =>
          move.mutate(
            { notes: [note], ...topic },
            { onSuccess: onClose, onError: error => isNotFound(error) && onClose() },
          )
        }
      />
    </Dialog>
  )
}
