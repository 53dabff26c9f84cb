import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import type { Picking } from './usePicking.ts'
import './pickedBar.css'

interface PickedSectionProps {
  picking: Picking
  /** What can be done with all of them. */
  children: ReactNode
}

/** How many notes of a list are picked, and how to pick all of them or none. */
export function PickedSection({ picking: { noteNos, pickAll, end }, children }: PickedSectionProps) {
  const count = noteNos.size
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
      {children}
    </section>
  )
}

/** Of several only how many there are is told. */
export function untitled(noteNos: ReadonlySet<number>): { noteNo: number; title: string }[] {
  return [...noteNos].map(noteNo => ({ noteNo, title: '' }))
}
