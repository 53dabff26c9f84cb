import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { EmpathyIcon } from './EmpathyIcon.tsx'
import { EmpathyNames } from './EmpathyNames.tsx'
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
  /** Why the last press changed nothing, where that is shown here. */
  error?: Error | null
}

/** Tells how many empathize, with the names of some, and lets one do so oneself or take it back. */
export function EmpathyToggle({ count, names, isMine, onToggle, describedBy, error }: EmpathyToggleProps) {
  return (
    <div className="empathy">
      <Button
        kind="quiet"
        className={`empathy__button ${isMine ? 'empathy__button--mine' : ''}`}
        aria-pressed={isMine}
        aria-describedby={describedBy}
        onClick={onToggle}
      >
        <EmpathyIcon isMine={isMine} />
        {count > 0 ? t('empathies.count', { count }) : t('empathies.title')}
      </Button>
      <EmpathyNames names={names} />
      {error && <Message kind="error">{failureText(error)}</Message>}
    </div>
  )
}
