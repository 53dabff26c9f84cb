import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Popover } from '#client/ui/Dropdown.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import { bidiIsolate } from '#protocol/text/index.ts'
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

/** Shows the number of reactions, toggles the user's own, and opens the names. */
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

/** A popover with the names of the users who reacted. */
export function ReactionNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const label = (
    <>
      <span className="visually-hidden">{t('reactions.who')}</span>
      <Icon name="chevron" />
    </>
  )
  return (
    <Popover className="reaction__names" label={label} title={t('reactions.who')}>
      {names.map(bidiIsolate).join(', ')}
    </Popover>
  )
}

/** Two overlapping circles. The overlap is filled if the user has reacted. */
export function ReactionIcon({ isMine }: { isMine: boolean }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {isMine && <path className="reaction__lens" d="M12 7.4a5.5 5.5 0 0 1 0 9.2a5.5 5.5 0 0 1 0-9.2" />}
      <circle cx="9" cy="12" r="5.5" />
      <circle cx="15" cy="12" r="5.5" />
    </svg>
  )
}

/** Names of the users who reacted. Counts those who have left the room, once its members are known. */
export function reactionNames(
  userNos: readonly number[],
  members: readonly Pick<PersonView, 'userNo' | 'userName'>[] | undefined,
): string[] {
  if (members === undefined) return []
  const nameOf = new Map(members.map(({ userNo, userName }) => [userNo, userName]))
  const names = userNos.flatMap(userNo => nameOf.get(userNo) ?? [])
  const count = userNos.length - names.length
  return count > 0 ? [...names, t('reactions.whoLeft', { count })] : names
}
