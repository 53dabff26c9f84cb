import { useAtom } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { leftUnsentAtom } from '#client/session/session.unsent.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { useSigningOut } from './useSigningOut.ts'
import './LeavingQuestion.css'

/** Tells whoever signs out what is not sent yet, and what becomes of it. */
export function LeavingQuestion() {
  const [unsent, setUnsent] = useAtom(leftUnsentAtom)
  const { leave } = useSigningOut()
  const stay = () => setUnsent([])

  function goAllTheSame() {
    stay()
    leave()
  }

  return (
    <Dialog open={unsent.length > 0} title={t('accounts.signOutAsk')} onClose={stay}>
      <div className="leaving-question">
        {unsent.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="leaving-question__buttons">
          <Button onClick={stay}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={goAllTheSame}>
            {t('shell.signOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
