import { t } from '#client/platform/language/language.ts'
import { Confirm } from '#client/ui/Confirm.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import type { Expelling } from './useExpelling.ts'

interface ExpelQuestionProps {
  person: ParticipantView
  expelling: Expelling
}

/** Asks, while it is this person that is asked about, and says what it brings about. */
export function ExpelQuestion({ person, expelling }: ExpelQuestionProps) {
  const { userNo, userName: name } = person
  if (expelling.askedNo !== userNo) return null
  return (
    <Confirm
      question={t('invitations.expelAsk', { name })}
      detail={<p>{t('invitations.expelDetail')}</p>}
      confirmLabel={t('invitations.expel')}
      busy={expelling.isBusy}
      onConfirm={() => expelling.expel(userNo)}
      onCancel={expelling.cancel}
    />
  )
}
