import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TrialDraftPreview } from '#client/features/trialDraft/TrialDraftPreview.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { consumeReturnUrl } from '#client/session/returnAddress.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { Card } from '#client/ui/Card.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SignInCheck } from './SignInCheck.tsx'
import { SignInForm } from './SignInForm.tsx'
import './accounts.css'

export function SignInScreen() {
  const status = useAtomValue(authStatusAtom)
  const { mustChangePassword } = useAtomValue(authAtom)
  const navigate = useNavigate()
  const { state } = useLocation()

  useEffect(() => {
    if (status !== 'signedIn') return
    const next = mustChangePassword ? paths.myInfo : (consumeReturnUrl() ?? paths.home)
    void navigate(next, { replace: true })
  }, [status, mustChangePassword, navigate])

  if (status === 'checking') return <SignInCheck />
  if (status === 'signedIn') return <ScreenPending />
  return (
    <Card className="account">
      <TrialDraftPreview />
      <ScreenTitle title={t('accounts.signIn')} />
      <SignInForm knownEmail={state?.signedUpWith ?? ''} />
      <p className="account__more">
        <Link to={paths.passwordReset}>{t('accounts.forgotPassword')}</Link>
      </p>
    </Card>
  )
}
