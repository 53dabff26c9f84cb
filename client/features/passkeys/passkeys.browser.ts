import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { loadPatiently } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'

/** The browser, or whoever sits before it, did not make or show a passkey. */
export class CeremonyFailed extends Error {
  override name = 'CeremonyFailed'
}

/** What speaks with the browser; fetched once something is shown that needs it, so that a press is answered at once. */
export const loadCeremonies = () => loadPatiently(() => import('@simplewebauthn/browser'))

/** Has the browser make a passkey, which asks its person. Throws CeremonyFailed. */
export async function makePasskey(options: object) {
  const { startRegistration } = await loadCeremonies()
  try {
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    throw new CeremonyFailed(t(isThere ? 'passkeys.alreadyThere' : 'passkeys.notAdded'), { cause: error })
  }
}

/** Has the browser show a passkey, which asks its person. Throws CeremonyFailed. */
export async function showPasskey(options: object) {
  const { startAuthentication } = await loadCeremonies()
  try {
    return await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  } catch (error) {
    throw new CeremonyFailed(t('passkeys.cancelled'), { cause: error })
  }
}
