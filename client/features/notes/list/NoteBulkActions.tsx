import { useState } from 'react'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SelectionBar, toUntitledNotes } from './SelectionBar.tsx'
import { useMoveNotes, useTrashNotes } from './useBulkActions.ts'
import type { RowSelection } from './useSelection.ts'

interface NoteBulkActionsProps {
  topicNo: number
  selection: RowSelection
}

/** Bulk actions for the selected notes of a topic. */
export function NoteBulkActions({ topicNo, selection }: NoteBulkActionsProps) {
  const [isMoving, setMoving] = useState(false)
  const move = useMoveNotes(topicNo)
  const trash = useTrashNotes()
  const { noteNos, end } = selection
  const count = noteNos.size
  const notes = toUntitledNotes(noteNos)
  // None of the notes exists any more.
  const endIfNotFound = (error: unknown) => isNotFound(error) && end()
  const isBusy = move.isPending || trash.isPending

  return (
    <SelectionBar selection={selection}>
      <div className="selection-bar__actions">
        <Button disabled={count === 0} busy={isBusy} onClick={() => setMoving(true)}>
          <ToolIcon name="folder" />
          {t('notes.selectedMove')}
        </Button>
        <Button
          kind="quiet-danger"
          disabled={count === 0}
          busy={isBusy}
          onClick={() => trash.mutate(notes, { onSuccess: end, onError: endIfNotFound })}
        >
          <ToolIcon name="trash" />
          {t('notes.toTrash')}
        </Button>
      </div>
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={move.isPending}
          error={move.error ? failureText(move.error) : undefined}
          onChoose={topic => move.mutate({ notes, ...topic }, { onSuccess: end, onError: endIfNotFound })}
        />
      </Dialog>
    </SelectionBar>
  )
}
