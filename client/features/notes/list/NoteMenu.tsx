import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import type { NoteItemView } from '#protocol/notes.ts'
import { MoveNoteDialog } from './MoveNoteDialog.tsx'
import { usePinNote, useTrashNotes } from './NoteBulkActions.tsx'
import { useNoteActions } from './useNoteActions.ts'

interface NoteMenuProps {
  note: NoteItemView
  topicNo: number
}

/** The actions of a note in a list. */
export function NoteMenu({ note, topicNo }: NoteMenuProps) {
  const [isMoving, setMoving] = useState(false)
  const { copies, exports } = useNoteActions(note)
  const trash = useTrashNotes()
  const pin = usePinNote()
  const { noteNo, isPinned } = note

  return (
    <>
      <ActionMenu
        label={t('notes.more', { title: note.title })}
        actions={[
          {
            label: t(isPinned ? 'notes.unpin' : 'notes.pin'),
            icon: 'pin',
            run: () => pin.mutate({ noteNo, isPinned: !isPinned }),
          },
          { label: t('notes.move'), icon: 'folder', run: () => setMoving(true) },
          ...copies,
          ...exports,
          { label: t('notes.toTrash'), icon: 'trash', isDangerous: true, run: () => trash.mutate([note]) },
        ]}
      />
      <MoveNoteDialog note={note} topicNo={topicNo} open={isMoving} onClose={() => setMoving(false)} />
    </>
  )
}
