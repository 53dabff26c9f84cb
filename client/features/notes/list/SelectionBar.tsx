import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import type { RowSelection } from './useSelection.ts'
import './selectionBar.css'

interface SelectionBarProps {
  selection: RowSelection
  children: ReactNode
}

/** The bar below a list with the number of selected notes, and the bulk actions as children. */
export function SelectionBar({ selection: { noteNos, selectAll, end }, children }: SelectionBarProps) {
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

/** Notes without titles: messages about bulk actions show only their number. */
export function toUntitledNotes(noteNos: ReadonlySet<number>): { noteNo: number; title: string }[] {
  return [...noteNos].map(noteNo => ({ noteNo, title: '' }))
}
