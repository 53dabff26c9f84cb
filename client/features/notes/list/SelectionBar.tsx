import { useState } from 'react'
import { ChooseTopic } from '#client/features/topics/ChooseTopic.tsx'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SelectionSection, untitled } from './SelectionSection.tsx'
import { useMoving, useTrashing } from './useBulkActions.ts'
import type { RowSelection } from './useSelection.ts'

interface SelectionBarProps {
  topicNo: number
  selection: RowSelection
}

/** How many notes are picked, and what can be done with all of them. */
export function SelectionBar({ topicNo, selection }: SelectionBarProps) {
  const [isMoving, setMoving] = useState(false)
  const moving = useMoving(topicNo)
  const trashing = useTrashing()
  const { noteNos, end } = selection
  const count = noteNos.size
  const notes = untitled(noteNos)
  // Of what is gone nothing is left to pick.
  const endIfGone = (error: unknown) => isNotFound(error) && end()
  const isBusy = moving.isPending || trashing.isPending

  return (
    <SelectionSection selection={selection}>
      <div className="selection-bar__ways">
        <Button disabled={count === 0} busy={isBusy} onClick={() => setMoving(true)}>
          <ToolIcon name="folder" />
          {t('notes.selectedMove')}
        </Button>
        <Button
          kind="quiet-danger"
          disabled={count === 0}
          busy={isBusy}
          onClick={() => trashing.mutate(notes, { onSuccess: end, onError: endIfGone })}
        >
          <ToolIcon name="trash" />
          {t('notes.toTrash')}
        </Button>
      </div>
      <Dialog open={isMoving} onClose={() => setMoving(false)} title={t('notes.move')}>
        <ChooseTopic
          currentNo={topicNo}
          busy={moving.isPending}
          error={moving.error ? failureText(moving.error) : undefined}
          onChoose={topic => moving.mutate({ notes, ...topic }, { onSuccess: end, onError: endIfGone })}
        />
      </Dialog>
    </SelectionSection>
  )
}
