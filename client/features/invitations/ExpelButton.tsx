import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import type { Expelling } from './useExpelling.ts'

interface ExpelProps {
  person: ParticipantView
  expelling: Expelling
}

/** For who came by a link lately. Put an ExpelQuestion near it: it asks before. */
export function ExpelButton({ person, expelling }: ExpelProps) {
  const { userNo, userName: name } = person
  if (!expelling.mayExpel(person)) return null
  return (
    <Button
      kind="quiet-danger"
      className="block-button"
      aria-expanded={expelling.askedNo === userNo}
      aria-label={t('invitations.expelName', { name })}
      onClick={() => expelling.ask(userNo)}
    >
      {t('invitations.expel')}
    </Button>
  )
}
