import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { TrialDraftPreview } from '#client/features/trialDraft/TrialDraftPreview.tsx'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authStatusAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SignInCheck } from './SignInCheck.tsx'
import { SignUpFields } from './SignUpFields.tsx'
import type { SignedUp } from './useSignUp.ts'
import './accounts.css'

export function SignUpScreen() {
  const status = useAtomValue(authStatusAtom)
  /** The visit of this address, so that the menu leads from the end of one sign-up to the form of another. */
  const { key: visit } = useLocation()
  const [done, setDone] = useState<(SignedUp & { visit: string }) | null>(null)

  function welcome(signedUp: SignedUp) {
    expectArrival()
    setDone({ ...signedUp, visit })
  }

  if (status === 'checking') return <SignInCheck />
  if (status === 'signedIn') return <Redirect to={paths.home} />
  return (
    <Card className="account">
      {done?.visit === visit ? (
        <SignUpDone {...done} />
      ) : (
        <>
          <TrialDraftPreview />
          <ScreenTitle title={t('accounts.signUp')} />
          <SignUpFields onDone={welcome} />
        </>
      )}
    </Card>
  )
}

function SignUpDone({ username, email, linkSentTo }: SignedUp) {
  return (
    <>
      <ScreenTitle title={t('accounts.signUpDone')} />
      <p className="account__done">{t('accounts.signUpDoneMore', { name: username })}</p>
      {linkSentTo && <p className="account__done">{t('accounts.confirmationSent', { email: linkSentTo })}</p>}
      <div className="account__buttons">
        <ButtonLink kind="primary" to={paths.signIn} state={{ signedUpWith: email }}>
          {t('accounts.toSignIn')}
        </ButtonLink>
        <ButtonLink to={paths.home}>{t('accounts.toHome')}</ButtonLink>
      </div>
    </>
  )
}
