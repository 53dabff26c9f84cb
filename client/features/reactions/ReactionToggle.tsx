import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { formatHiddenCount, formatVisibleNames } from '#client/ui/names.ts'
import { Popover } from '#client/ui/Popover.tsx'
import { bidiIsolate } from '#protocol/text/index.ts'
import { ReactionIcon } from './ReactionIcon.tsx'
import './reactions.css'

interface ReactionToggleProps {
  /** Number of reactions. */
  count: number
  /** Names of the users who reacted, as far as known. */
  names: readonly string[]
  isMine: boolean
  onToggle: () => void
  /** Id of the text that the reaction is about. */
  describedBy?: string | undefined
  /** Error of the last press, if it is shown here. */
  error?: Error | null
}

/** Shows the number of reactions and some names, and toggles the user's own. */
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

/** Two names as far as there is room. A popover lists all. */
export function ReactionNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const label = (
    <>
      <span className="visually-hidden">{t('reactions.who')}</span>
      <span className="reaction__shown">{formatVisibleNames(names)}</span>
      {formatHiddenCount(names)}
    </>
  )
  return (
    <Popover className="reaction__names" label={label}>
      {names.map(bidiIsolate).join(', ')}
    </Popover>
  )
}
