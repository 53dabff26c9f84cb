import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ReactionIcon } from './ReactionIcon.tsx'
import { ReactionNames } from './ReactionNames.tsx'
import './reactions.css'

interface ReactionToggleProps {
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
export function ReactionToggle({ count, names, isMine, onToggle, describedBy, error }: ReactionToggleProps) {
  return (
    <div className="reaction">
      <Button
        kind="quiet"
        className={`reaction__button ${isMine ? 'reaction__button--mine' : ''}`}
        aria-pressed={isMine}
        aria-describedby={describedBy}
        onClick={onToggle}
      >
        <ReactionIcon isMine={isMine} />
        {count > 0 ? t('reactions.count', { count }) : t('reactions.title')}
      </Button>
      <ReactionNames names={names} />
      {error && <Message kind="error">{failureText(error)}</Message>}
    </div>
  )
}
