import { useMutation } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { sendConfirmation } from '#protocol/accounts.ts'

/** That the e-mail is not confirmed yet, and how to have the mail sent again. */
export function EmailConfirmation() {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => callApi(sendConfirmation, {}) })
  return (
    <section className="my-info__confirmation" aria-label={t('accounts.confirmTitle')}>
      <div className="my-info__row">
        <p className="my-info__lead">{t('myInfo.confirmEmail')}</p>
        <Button busy={isPending} onClick={() => mutate()}>
          {t('myInfo.sendConfirmation')}
        </Button>
      </div>
      {error ? (
        <Message kind="error">{failureText(error)}</Message>
      ) : (
        <Message>{data && t(data.sent ? 'myInfo.confirmationSent' : 'myInfo.confirmedAlready')}</Message>
      )}
    </section>
  )
}
