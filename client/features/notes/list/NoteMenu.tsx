import { useState } from 'react'
import { useDeleteNote } from '#client/features/notes/notes.queries.ts'
import { useRestoring } from '#client/features/trash/useRestoring.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/ActionMenu.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { ChooseTopic } from './ChooseTopic.tsx'
import { useNoteDoings } from './useNoteDoings.ts'

interface NoteMenuProps {
  note: NoteItemView
  topicNo: number
}

/** What can be done with a note without opening it. */
export function NoteMenu({ note, topicNo }: NoteMenuProps) {
  const [isMoving, setMoving] = useState(false)
  const { duplicate, exportFile, moving } = useNoteDoings(note)
  const { tellDeleted, tellFailure } = useRestoring()
  const { mutate: remove } = useDeleteNote()

  function putIntoTrash(): void {
    remove(note.noteNo, { onSuccess: () => tellDeleted(note), onError: tellFailure })
  }

  return (
    <>
      <ActionMenu
        label={t('notes.more', { title: note.title })}
        actions={[
          { label: t('notes.move'), icon: 'folder', run: () => setMoving(true) },
          { label: t('notes.duplicate'), icon: 'copy', run: () => duplicate() },
          { label: t('notes.export'), icon: 'download', run: () => exportFile() },
          { label: t('notes.toTrash'), icon: 'trash', isDangerous: true, run: putIntoTrash },
        ]}
      />
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={moving.isPending}
          error={moving.error ? failureText(moving.error) : undefined}
          onChoose={topic => moving.mutate(topic, { onSuccess: () => setMoving(false) })}
        />
      </Dialog>
    </>
  )
}
