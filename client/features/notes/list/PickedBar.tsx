import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { ChooseTopic } from './ChooseTopic.tsx'
import type { Picking } from './usePicking.ts'
import { isGone, useMoving, useTrashing } from './useTidying.ts'
import './pickedBar.css'

interface PickedBarProps {
  topicNo: number
  picking: Picking
}

/** How many notes are picked, and what can be done with all of them. */
export function PickedBar({ topicNo, picking }: PickedBarProps) {
  const [isMoving, setMoving] = useState(false)
  const moving = useMoving(topicNo)
  const trashing = useTrashing()
  const { noteNos, end, pickAll } = picking
  const count = noteNos.size
  // Of several only how many there are is told.
  const notes = [...noteNos].map(noteNo => ({ noteNo, title: '' }))
  // Of what is gone nothing is left to pick.
  const endIfGone = (error: unknown) => isGone(error) && end()
  const isBusy = moving.isPending || trashing.isPending

  return (
    <section className="picked-bar" aria-label={t('notes.picked')}>
      <p className="picked-bar__count" role="status">
        {count >= NOTES_AT_ONCE_MAX
          ? t('notes.pickedMost', { count })
          : t(count === 0 ? 'notes.pickedNone' : 'notes.pickedCount', { count })}
      </p>
      <Button kind="quiet" onClick={pickAll}>
        {t('notes.pickAll')}
      </Button>
      <Button kind="quiet" onClick={end}>
        {t('notes.pickEnd')}
      </Button>
      <div className="picked-bar__ways">
        <Button disabled={count === 0} busy={isBusy} onClick={() => setMoving(true)}>
          <ToolIcon name="folder" />
          {t('notes.pickedMove')}
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
    </section>
  )
}
