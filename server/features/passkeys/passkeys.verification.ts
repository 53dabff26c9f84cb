import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { AuthenticationCredential, NewCredential } from '#protocol/passkeys.ts'
import type { PasskeyRecord } from './passkeys.repository.ts'

/** COSE ids of ES256 and RS256; every authenticator supports one of them. */
export const ALGORITHMS = [-7, -257]

/** Client data of a WebAuthn response. Unverified until the response is verified. */
interface ClientData {
  challenge: string
  origin: string
}

/** Null if malformed. */
export function parseClientData({ response }: NewCredential | AuthenticationCredential): ClientData | null {
  try {
    const { challenge, origin } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : null
  } catch {
    return null
  }
}

/** The new passkey, or null unless it was created for this host and client data with user verification. */
export async function verifyRegistration(
  credential: NewCredential,
  { challenge, origin }: ClientData,
  hostname: string,
): Promise<Pick<PasskeyRecord, 'passkeyId' | 'publicKey' | 'counter'> | null> {
  try {
    if (hasCertificates(credential)) return null
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

/**
 * The new signature counter, or null unless the passkey signed this client data for this host with user verification.
 */
export async function verifyAuthentication(
  { response, ...credential }: AuthenticationCredential,
  { challenge, origin }: ClientData,
  { passkey, hostname }: { passkey: PasskeyRecord; hostname: string },
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
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
 * The server requests no attestation, so browsers omit certificates. Parsing certificates could make the server fetch
 * URLs named in them.
 */
function hasCertificates({ response }: NewCredential): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const form = attestation.get('fmt')
  const signsItself = form === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  return form !== 'none' && !signsItself
}

function withoutTransports({ response: { clientDataJSON, attestationObject } }: NewCredential) {
  return { clientDataJSON, attestationObject }
}

/** WebAuthn relying party: host, and origins that may use its passkeys. */
interface RelyingParty {
  /** The host; passkeys are bound to it. */
  id: string
  isOwnOrigin(origin: string): boolean
}

/** A secure context without https, for local use. */
const LOCALHOST = 'localhost'

/**
 * Relying party of the public address; null without https, where browsers offer no passkeys. On localhost any port is
 * accepted: in development another server serves the page.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { origin: own, protocol, hostname: id } = new URL(publicUrl)
  if (id === LOCALHOST)
    return { id, isOwnOrigin: origin => URL.canParse(origin) && new URL(origin).hostname === id }
  return protocol === 'https:' ? { id, isOwnOrigin: origin => origin === own } : null
}
