import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmpathyIcon } from './EmpathyIcon.tsx'
import './empathies.css'

interface EmpathyToggleProps {
  /** How many empathize. */
  count: number
  /** Of those of them whose names are known. */
  names: readonly string[]
  isMine: boolean
  onToggle: () => void
  /** Of the text with which one empathizes. */
  describedBy?: string | undefined
}

/** Tells how many empathize, and lets one do so oneself or take it back. */
export function EmpathyToggle({ count, names, isMine, onToggle, describedBy }: EmpathyToggleProps) {
  return (
    <Button
      kind="quiet"
      className={`empathy__button ${isMine ? 'empathy__button--mine' : ''}`}
      aria-pressed={isMine}
      aria-describedby={describedBy}
      title={names.length > 0 ? names.join(', ') : undefined}
      onClick={onToggle}
    >
      <EmpathyIcon isMine={isMine} />
      {count > 0 ? t('empathies.count', { count }) : t('empathies.title')}
    </Button>
  )
}
