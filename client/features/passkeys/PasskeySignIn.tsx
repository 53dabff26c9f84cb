import { useEffect, useState, useSyncExternalStore } from 'react'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { SignInReply } from '#protocol/accounts.ts'
import { beginPasskeySignIn, signInByPasskey } from '#protocol/passkeys.ts'
import { loadWebAuthn, PasskeyError, requestPasskey, supportsPasskeys } from './passkeys.browser.ts'
import './passkeys.css'

interface PasskeySignInProps {
  rememberMe: boolean
  /** Starts the session of a successful reply. Returns false if the server refused. */
  completeSignIn: (reply: SignInReply) => boolean
}

/** Sign-in by passkey; renders nothing where passkeys are unsupported. */
export function PasskeySignIn({ rememberMe, completeSignIn }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')
  // The prerendered page shows the button, because almost all browsers support passkeys.
  const isSupported = useSyncExternalStore(neverChanges, supportsPasskeys, () => true)

  useEffect(() => {
    // Ignore a failed preload; the button press reports it.
    if (isSupported) loadWebAuthn().catch(() => undefined)
  }, [isSupported])

  async function signIn() {
    setBusy(true)
    setErrorMessage('')
    try {
      setErrorMessage(await signInWithPasskey({ rememberMe, completeSignIn }))
    } catch (error) {
      setErrorMessage(error instanceof PasskeyError ? error.message : failureText(error))
    }
    setBusy(false)
  }

  if (!isSupported) return null
  return (
    <div className="passkey-sign-in">
      <Button kind="quiet" busy={isBusy} onClick={() => void signIn()}>
        {t('passkeys.signIn')}
      </Button>
      {errorMessage !== '' && <Message kind="error">{errorMessage}</Message>}
    </div>
  )
}

const neverChanges = () => () => undefined

/** Asks for a passkey and signs in. Returns an error message, or '' on success. */
async function signInWithPasskey({ rememberMe, completeSignIn }: PasskeySignInProps): Promise<string> {
  const start = await callApi(beginPasskeySignIn, {})
  if (!start.success) return start.message
  const credential = await requestPasskey(start.options)
  return completeSignIn(await callApi(signInByPasskey, { credential, stays: rememberMe }))
    ? ''
    : t('passkeys.unknown')
}
