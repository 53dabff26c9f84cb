import { useState } from 'react'
import type { Picking } from '#client/features/notes/list/usePicking.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { usePurge } from './trash.queries.ts'
import { useRestoring } from './useRestoring.ts'
import '#client/features/notes/list/pickedBar.css'

/** How many deleted notes are picked, and the ways out for all of them. */
export function PickedInTrash({ picking: { noteNos, pickAll, end } }: { picking: Picking }) {
  const [isAsking, setAsking] = useState(false)
  const { restore, isRestoring } = useRestoring()
  const purging = usePurge()
  const count = noteNos.size
  // Of several only how many there are is told.
  const notes = [...noteNos].map(noteNo => ({ noteNo, title: '' }))

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
        <Button disabled={count === 0} busy={isRestoring} onClick={() => void restore(notes).then(end)}>
          {t('trash.restore')}
        </Button>
        <Button kind="quiet-danger" disabled={count === 0} onClick={() => setAsking(true)}>
          {t('trash.purge')}
        </Button>
      </div>
      {isAsking && count > 0 && (
        <div className="picked-bar__ways">
          <Confirm
            question={t('trash.purgeMany', { count })}
            confirmLabel={t('trash.purge')}
            busy={purging.isPending}
            onConfirm={() => purging.mutate([...noteNos], { onSuccess: end })}
            onCancel={() => setAsking(false)}
          />
          {purging.isError && <Message kind="error">{failureText(purging.error)}</Message>}
        </div>
      )}
    </section>
  )
}
