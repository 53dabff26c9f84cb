import { useState } from 'react'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { useMoving, usePinningInTopic, useTrashing } from './useBulkActions.ts'
import { useNoteActions } from './useNoteActions.ts'

interface NoteMenuProps {
  note: NoteItemView
  topicNo: number
}

/** What can be done with a note without opening it. */
export function NoteMenu({ note, topicNo }: NoteMenuProps) {
  const [isMoving, setMoving] = useState(false)
  const { duplicate, exportFile } = useNoteActions(note)
  const moving = useMoving(topicNo)
  const trashing = useTrashing()
  const pinning = usePinningInTopic()
  const { noteNo, isPinned } = note

  return (
    <>
      <ActionMenu
        label={t('notes.more', { title: note.title })}
        actions={[
          {
            label: t(isPinned ? 'notes.unpin' : 'notes.pin'),
            icon: 'pin',
            run: () => pinning.mutate({ noteNo, isPinned: !isPinned }),
          },
          { label: t('notes.move'), icon: 'folder', run: () => setMoving(true) },
          { label: t('notes.duplicate'), icon: 'copy', run: () => duplicate() },
          { label: t('notes.export'), icon: 'download', run: () => exportFile() },
          { label: t('notes.toTrash'), icon: 'trash', isDangerous: true, run: () => trashing.mutate([note]) },
        ]}
      />
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={moving.isPending}
          error={moving.error ? failureText(moving.error) : undefined}
          onChoose={topic =>
            moving.mutate(
              { notes: [note], ...topic },
              { onSuccess: () => setMoving(false), onError: error => isNotFound(error) && setMoving(false) },
            )
          }
        />
      </Dialog>
    </>
  )
}
