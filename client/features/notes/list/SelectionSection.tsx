import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import type { RowSelection } from './useSelection.ts'
import './selectionBar.css'

interface SelectionSectionProps {
  selection: RowSelection
  /** What can be done with all of them. */
  children: ReactNode
}

/** How many notes of a list are picked, and how to pick all of them or none. */
export function SelectionSection({
  selection: { noteNos, selectAll, end },
  children,
}: SelectionSectionProps) {
  const count = noteNos.size
  return (
    <section className="selection-bar" aria-label={t('notes.selected')}>
      <p className="selection-bar__count" role="status">
        {count >= NOTES_AT_ONCE_MAX
          ? t('notes.selectedMost', { count })
          : t(count === 0 ? 'notes.selectedNone' : 'notes.selectedCount', { count })}
      </p>
      <Button kind="quiet" onClick={selectAll}>
        {t('notes.selectAll')}
      </Button>
      <Button kind="quiet" onClick={end}>
        {t('notes.selectEnd')}
      </Button>
      {children}
    </section>
  )
}

/** Of several only how many there are is told. */
export function untitled(noteNos: ReadonlySet<number>): { noteNo: number; title: string }[] {
  return [...noteNos].map(noteNo => ({ noteNo, title: '' }))
}
