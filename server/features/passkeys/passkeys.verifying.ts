import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { AuthenticationCredential, NewCredential } from '#protocol/passkeys.ts'
import type { PasskeyRecord } from './passkeys.store.ts'

/** ES256 and RS256 by their COSE numbers: one of them every authenticator has. */
export const ALGORITHMS = [-7, -257]

/** What a browser says that it answers, and where: proven only when the answer is verified. */
export interface Claims {
  challenge: string
  origin: string
}

/** Null when they cannot be read. */
export function claimsOf({ response }: NewCredential | AuthenticationCredential): Claims | null {
  try {
    const { challenge, origin } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    return null
  }
}

/** What to keep of a new passkey; null unless it was made for this host, with these claims, by a person who proved to be there. */
export async function verifyNew(
  credential: NewCredential,
  { challenge, origin }: Claims,
  hostname: string,
): Promise<Pick<PasskeyRecord, 'passkeyId' | 'publicKey' | 'counter'> | null> {
  try {
    if (namesCertificates(credential)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: withoutTransports(credential), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { passkeyId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter }
  } catch {
    return null
  }
}

/** How often the passkey has signed by now; null unless it signed these claims, for this host, with its person there. */
export async function verifyAuthentication(
  { response: shown, ...credential }: AuthenticationCredential,
  { challenge, origin }: Claims,
  { passkey, hostname }: { passkey: PasskeyRecord; hostname: string },
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown
  if (userHandle !== undefined && userHandle !== passkey.userHandle) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      credential: {
        id: passkey.passkeyId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/**
 * Nobody is asked who made their authenticator, so browsers leave out its certificates; to look into ones that come all the same
 * could have us fetch what they name.
 */
function namesCertificates({ response }: NewCredential): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const form = attestation.get('fmt')
  const signsItself = form === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  return form !== 'none' && !signsItself
}

function withoutTransports({ response: { clientDataJSON, attestationObject } }: NewCredential) {
  return { clientDataJSON, attestationObject }
}
