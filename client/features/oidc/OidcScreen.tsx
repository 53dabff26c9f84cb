import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { DoneMark } from '#client/features/accounts/DoneMark.tsx'
import { EntryScreen } from '#client/features/accounts/EntryScreen.tsx'
import { SignInCheck } from '#client/features/accounts/SignInCheck.tsx'
import { TrialDraftPreview } from '#client/features/trialDraft/TrialDraftPreview.tsx'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { completeSignIn } from '#client/session/session.calls.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { consumeReturnUrl } from '#client/session/viewState.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import type { SignedInView } from '#protocol/accounts.ts'
import {
  finishOidcLink,
  type OidcFailure,
  type OidcStep,
  parseOidcFragment,
  signInByOidc,
} from '#protocol/oidc.ts'
import { OidcLinkForm } from './OidcLinkForm.tsx'
import { OidcSignUpForm } from './OidcSignUpForm.tsx'

type View =
  | { kind: 'pending' | 'linked' }
  | { kind: 'step'; step: OidcStep }
  | { kind: 'failed'; failure: OidcFailure }
  | { kind: 'rejected'; message: string }
  | { kind: 'unreachable'; error: unknown }

/**
 * Where the server sends the browser after a provider. The fragment stays until the ticket is used, so that the page can
 * be reloaded.
 */
export function OidcScreen() {
  const { hash } = useLocation()
  const status = useAtomValue(authStatusAtom)
  const navigate = useNavigate()
  const [outcome] = useState(() => parseOidcFragment(hash))
  const [view, setView] = useState<View>({ kind: 'pending' })
  const isSent = useRef(false)

  const showFailure = useCallback((failure: OidcFailure) => setView({ kind: 'failed', failure }), [])

  const finishSignIn = useCallback(
    (signedIn: SignedInView) => {
      completeSignIn(signedIn)
      const target = signedIn.mustChangePassword ? paths.myInfo : (consumeReturnUrl() ?? paths.home)
      void navigate(target, { replace: true })
    },
    [navigate],
  )

  const run = useCallback(async () => {
    setView({ kind: 'pending' })
    if (outcome === null) return showFailure('expired')
    if (outcome.purpose === 'failed') return showFailure(outcome.failure)
    const { purpose, ticket } = outcome
    // My-info itself uses the ticket, because it shows the response.
    if (purpose === 'proof') return navigate(paths.myInfo, { replace: true, state: { proof: ticket } })
    try {
      if (purpose === 'link') {
        const reply = await callApi(finishOidcLink, { ticket })
        if (!reply.success) return setView({ kind: 'rejected', message: reply.message })
        return setView({ kind: 'linked' })
      }
      const reply = await callApi(signInByOidc, { ticket })
      if (reply.authenticated) return finishSignIn(reply)
      if (reply.step === 'expired') return showFailure('expired')
      setView({ kind: 'step', step: reply })
    } catch (error) {
      setView({ kind: 'unreachable', error })
    }
  }, [outcome, navigate, finishSignIn, showFailure])

  useEffect(() => {
    // Wait for the session check: linking needs the session.
    if (isSent.current || status === 'checking') return
    isSent.current = true
    void run()
  }, [status, run])

  if (status === 'checking') return <SignInCheck />
  if (view.kind === 'pending') return <ScreenPending />
  if (view.kind === 'unreachable')
    return <ErrorState onRetry={() => void run()}>{failureText(view.error)}</ErrorState>
  return (
    <EntryScreen>
      {view.kind === 'linked' && <Linked />}
      {view.kind === 'failed' && (
        <Failed message={t(`oidc.failed.${view.failure}`)} isSignedIn={status === 'signedIn'} />
      )}
      {view.kind === 'rejected' && <Failed message={view.message} isSignedIn={status === 'signedIn'} />}
      {view.kind === 'step' && outcome !== null && outcome.purpose !== 'failed' && (
        <>
          <TrialDraftPreview />
          {view.step.step === 'link' ? (
            <OidcLinkForm step={view.step} ticket={outcome.ticket} onSignedIn={finishSignIn} />
          ) : (
            <OidcSignUpForm
              step={view.step}
              ticket={outcome.ticket}
              onSignedIn={finishSignIn}
              onExpired={() => showFailure('expired')}
            />
          )}
          <div className="account__links">
            <ButtonLink kind="quiet" to={paths.signIn}>
              {t('oidc.backToSignIn')}
            </ButtonLink>
          </div>
        </>
      )}
    </EntryScreen>
  )
}

function Linked() {
  return (
    <>
      <DoneMark />
      <ScreenTitle title={t('oidc.linked')} />
      <p className="account__message">{t('oidc.linkedMore')}</p>
      <div className="account__buttons">
        <ButtonLink kind="primary" to={paths.myInfo}>
          {t('oidc.backToMyInfo')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.home}>
          {t('accounts.toHome')}
        </ButtonLink>
      </div>
    </>
  )
}

function Failed({ message, isSignedIn }: { message: string; isSignedIn: boolean }) {
  return (
    <>
      <ScreenTitle title={t('oidc.failedTitle')} />
      <p className="account__message" role="alert">
        {message}
      </p>
      <div className="account__buttons">
        <ButtonLink kind="primary" to={isSignedIn ? paths.myInfo : paths.signIn}>
          {t(isSignedIn ? 'oidc.backToMyInfo' : 'oidc.backToSignIn')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.home}>
          {t('accounts.toHome')}
        </ButtonLink>
      </div>
    </>
  )
}
