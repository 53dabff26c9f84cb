import { useState } from 'react'
import { SelectionSection, untitled } from '#client/features/notes/list/SelectionSection.tsx'
import type { RowSelection } from '#client/features/notes/list/useSelection.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { Message } from '#client/ui/Message.tsx'
import { usePurge } from './trash.queries.ts'
import { useRestoring } from './useRestoring.ts'

/** How many deleted notes are picked, and the ways out for all of them. */
export function TrashSelection({ selection }: { selection: RowSelection }) {
  const { noteNos, end } = selection
  const [isAsking, setAsking] = useState(false)
  const { restore, isRestoring } = useRestoring()
  const purging = usePurge()
  const count = noteNos.size

  return (
    <SelectionSection selection={selection}>
      <div className="selection-bar__ways">
        <Button
          disabled={count === 0}
          busy={isRestoring}
          onClick={() => void restore(untitled(noteNos)).then(end)}
        >
          {t('trash.restore')}
        </Button>
        <Button kind="quiet-danger" disabled={count === 0} onClick={() => setAsking(true)}>
          {t('trash.purge')}
        </Button>
      </div>
      {isAsking && count > 0 && (
        <div className="selection-bar__ways">
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
    </SelectionSection>
  )
}
