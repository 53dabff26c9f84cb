import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { loadWithTimeout } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'

/** The browser or the user did not create or present a passkey. */
export class PasskeyError extends Error {
  override name = 'CeremonyFailed'
}

/**
 * Loads the WebAuthn library. Call it before the user presses a button, so that the browser's prompt opens
 * at once.
 */
export const loadWebAuthn = () => loadWithTimeout(() => import('@simplewebauthn/browser'))

/** Asks the browser to create a passkey. Throws PasskeyError. */
export async function createPasskey(options: object) {
  const { startRegistration } = await loadWebAuthn()
  try {
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyError(t(isThere ? 'passkeys.alreadyThere' : 'passkeys.notAdded'), { cause: error })
  }
}

/** Asks the browser for a passkey. Throws PasskeyError. */
export async function requestPasskey(options: object) {
  const { startAuthentication } = await loadWebAuthn()
  try {
    return await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  } catch (error) {
    throw new PasskeyError(t('passkeys.cancelled'), { cause: error })
  }
}

/**
 * Whether passkeys work here: a secure page on the host that the server creates passkeys for, named in a
 * meta tag.
 */
export function supportsPasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content
  return isSecureContext && 'PublicKeyCredential' in window && host === location.hostname
}
