import { useEffect, useState } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { SignInReply } from '#protocol/accounts.ts'
import { beginPasskeySignIn, signInByPasskey } from '#protocol/passkeys.ts'
import { CeremonyFailed, loadCeremonies, showPasskey } from './passkeys.browser.ts'
import { offersPasskeys } from './passkeys.offer.ts'
import './passkeySignIn.css'

interface PasskeySignInProps {
  /** Whether this device is to stay signed in. */
  rememberMe: boolean
  /** Takes over what the server answered; whether it let the person in. */
  enter: (reply: SignInReply) => boolean
}

/** The way in beside the password. Nothing where the browser or the address has no passkeys. */
export function PasskeySignIn({ rememberMe, enter }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')
  const isOffered = offersPasskeys()

  useEffect(() => {
    // A failure is told once somebody presses.
    if (isOffered) loadCeremonies().catch(() => undefined)
  }, [isOffered])

  async function signIn() {
    setBusy(true)
    setErrorMessage('')
    try {
      setErrorMessage(await errorMessageAfter({ rememberMe, enter }))
    } catch (error) {
      setErrorMessage(error instanceof CeremonyFailed ? error.message : failureText(error))
    }
    setBusy(false)
  }

  if (!isOffered) return null
  return (
    <div className="passkey-sign-in">
      <Button busy={isBusy} onClick={() => void signIn()}>
        {t('passkeys.signIn')}
      </Button>
      {errorMessage !== '' && <Message kind="error">{errorMessage}</Message>}
    </div>
  )
}

/** Asks for a passkey; why its person is not let in, or nothing. */
async function errorMessageAfter({ rememberMe, enter }: PasskeySignInProps): Promise<string> {
  const begun = await callApi(beginPasskeySignIn, {})
  if (!begun.success) return begun.message
  const credential = await showPasskey(begun.options)
  return enter(await callApi(signInByPasskey, { credential, stays: rememberMe })) ? '' : t('passkeys.unknown')
}
