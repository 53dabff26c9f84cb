import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Fragment, useState } from 'react'
import { ApiTokenList } from '#client/features/apiTokens/ApiTokenList.tsx'
import { BlockedList } from '#client/features/blocking/BlockedList.tsx'
import { FeedSection } from '#client/features/feeds/FeedSection.tsx'
import { MailSettings } from '#client/features/mailNotifications/lazyMailSettings.ts'
import { OidcLinkList } from '#client/features/oidc/OidcLinkList.tsx'
import { PasskeyList } from '#client/features/passkeys/PasskeyList.tsx'
import { supportsPasskeys } from '#client/features/passkeys/passkeys.browser.ts'
import { PublicLinkList } from '#client/features/publicLinks/PublicLinkList.tsx'
import { saveFile } from '#client/platform/browser/files.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { callApi, callForFile } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { sendConfirmation } from '#protocol/accounts.ts'
import { exportData, type MyInfoView } from '#protocol/myInfo.ts'
import { AccountDeletion } from './AccountDeletion.tsx'
import { MyInfoForm } from './MyInfoForm.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SessionList } from './SessionList.tsx'
import './myInfo.css'

/** The user's data, after password confirmation. */
export function MyInfoScreen() {
  const [info, setInfo] = useState<MyInfoView | null>(null)
  const [isPasswordConfirmed, setPasswordConfirmed] = useState(false)
  const [confirmations, setConfirmations] = useState(0)
  const { mustChangePassword } = useAtomValue(authAtom)

  function showForm(view: MyInfoView) {
    // Keep what the user typed before the confirmation expired.
    setInfo(current => current ?? view)
    setConfirmations(confirmations + 1)
    showStep(true)
  }

  /** The focused element disappears; move the focus to the new heading. */
  function showStep(isConfirmed: boolean) {
    requestHeadingFocus()
    setPasswordConfirmed(isConfirmed)
  }

  return (
    <div className="my-info">
      {isPasswordConfirmed ? (
        <ScreenTitle title={t('myInfo.title')} />
      ) : (
        <PasswordStep isExpired={info !== null} onConfirmed={showForm} />
      )}
      {info && (
        <div className="my-info__parts" hidden={!isPasswordConfirmed}>
          {info.mustConfirmEmail && <EmailConfirmation />}
          <MyInfoForm info={info} onConfirmationExpired={() => showStep(false)} />
          {/* A new key removes messages that asked for the password. */}
          {!mustChangePassword && (
            <Fragment key={confirmations}>
              {supportsPasskeys() && (
                <PasskeyList
                  mustConfirmEmail={info.mustConfirmEmail}
                  onConfirmationExpired={() => showStep(false)}
                />
              )}
              <OidcLinkList
                mustConfirmEmail={info.mustConfirmEmail}
                onConfirmationExpired={() => showStep(false)}
              />
            </Fragment>
          )}
          <SessionList />
          {/* The server rejects these before a temporary password is replaced. */}
          {!mustChangePassword && (
            <>
              <ApiTokenList onConfirmationExpired={() => showStep(false)} />
              <PublicLinkList />
              <MailSettings
                heading={<h2 className="my-info__heading">{t('mailNotifications.title')}</h2>}
                isInCard
                pending={null}
              />
              <FeedSection />
              <BlockedList />
              <DataExport />
              <AccountDeletion hasPassword={info.hasPassword ?? true} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

const FILE_NAME = 'geulmaru.zip'

/** Downloads an archive of the user's data. */
function DataExport() {
  const download = useMutation({
    mutationFn: () => callForFile(exportData, {}),
    onSuccess: content => saveFile(content, FILE_NAME),
  })
  return (
    <section>
      <h2 className="my-info__heading">{t('myInfo.dataExport')}</h2>
      <Card className="my-info__row">
        <p className="my-info__lead">{t('myInfo.dataExportLead')}</p>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {t('myInfo.dataExportDownload')}
        </Button>
      </Card>
      {download.isError ? (
        <Message kind="error">{failureText(download.error)}</Message>
      ) : (
        <Message>
          {download.isPending && t('myInfo.dataExportMaking')}
          {download.isSuccess && t('myInfo.dataExportDone')}
        </Message>
      )}
    </section>
  )
}

/** Says that the e-mail address is unconfirmed, and sends the mail again. */
function EmailConfirmation() {
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
