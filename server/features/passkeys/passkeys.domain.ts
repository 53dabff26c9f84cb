import { randomBytes } from 'node:crypto'
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import { PASSKEY_CEREMONY_MS, PASSKEY_NAME_MAX } from '#protocol/limits.ts'
import type { NewCredential } from '#protocol/passkeys.ts'
import { shortened } from '#protocol/shortened.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { isProven, ownRecords } from '#server/features/myInfo/myInfo.domain.ts'
import { sha256 } from '#server/platform/digest.ts'
import { assertQuota, notFound, notSignedIn, RequestError } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { PasskeyRecord } from './passkeys.store.ts'
import { ALGORITHMS, claimsOf, verifyNew } from './passkeys.verifying.ts'
import { relyingPartyOf } from './relyingParty.ts'

const USER_HANDLE_BYTES = 32
/** What browsers show beside the name of the account. */
const PRODUCT = '글마루'

export type Rejected = { rejected: Extract<TextKey, 'accounts.passwordStepNeeded' | 'passkeys.notHere'> }

const notMade = () => new RequestError('invalid', { sentence: 'passkeys.notMade' })
const stepNeeded: Rejected = { rejected: 'accounts.passwordStepNeeded' }

/**
 * What a browser is to be asked for, so that it makes a passkey for this account. Only after the password step. Throws a
 * RequestError 'quota' for who has enough of them.
 */
export async function beginAdding(
  context: Context,
  session: Session,
): Promise<Rejected | { options: PublicKeyCredentialCreationOptionsJSON }> {
  const { stores, clock, publicUrl } = context
  const party = relyingPartyOf(publicUrl)
  if (party === null) return { rejected: 'passkeys.notHere' }
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return stepNeeded
  const passkeys = await stores.passkeys.ofUser(session.viewer.userNo)
  assertQuota('passkeys', passkeys.length)
  const userHandle = passkeys[0]?.userHandle ?? randomBytes(USER_HANDLE_BYTES).toString('base64url')
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: PRODUCT,
    userID: isoBase64URL.toBuffer(userHandle),
    userName: own.user.email,
    userDisplayName: own.user.username,
    timeout: PASSKEY_CEREMONY_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ passkeyId, transports }) => ({
      id: passkeyId,
      transports: transports as AuthenticatorTransport[],
    })),
    // It replaces the password, so its person has to be there; and finds the account by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await stores.passkeyChallenges.open({
    challengeHash: sha256(options.challenge),
    ceremony: 'adding',
    tokenId: session.tokenId,
    userHandle,
    expiresAt: new Date(clock().getTime() + PASSKEY_CEREMONY_MS),
  })
  return { options }
}

/**
 * Keeps what a browser made when it was asked for what this session was told, once; null when it is kept. Throws a RequestError
 * 'invalid' for anything else.
 */
export async function addPasskey(
  context: Context,
  session: Session,
  { credential, device }: { credential: NewCredential; device: string },
): Promise<Rejected | null> {
  const { stores, clock, publicUrl } = context
  const { userNo } = session.viewer
  const party = relyingPartyOf(publicUrl)
  if (party === null) return { rejected: 'passkeys.notHere' }
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return stepNeeded

  const claims = claimsOf(credential)
  const challenge =
    claims &&
    (await stores.passkeyChallenges.take(
      { challengeHash: sha256(claims.challenge), ceremony: 'adding', tokenId: session.tokenId },
      clock(),
    ))
  const made =
    claims && challenge && party.isOwnOrigin(claims.origin)
      ? await verifyNew(credential, claims, party.id)
      : null
  if (!made || challenge?.userHandle === undefined) throw notMade()

  const added: PasskeyRecord = {
    ...made,
    userNo,
    userHandle: challenge.userHandle,
    transports: credential.response.transports,
    name: shortened(device, PASSKEY_NAME_MAX),
    createdAt: clock(),
  }
  // Authenticators draw its id by lot, so whoever brings one that is there already has not made it.
  const isAdded = await createWithinQuota(context, ['passkeys', userNo], {
    count: async () => (await stores.passkeys.ofUser(userNo)).length,
    make: () => stores.passkeys.add(added),
    takeBack: async isMade => isMade && stores.passkeys.remove(userNo, added.passkeyId),
  })
  if (!isAdded) throw notMade()
  // What ends earlier ways in ends the session first: it may have been done while the passkey was on its way.
  if ((await stores.sessions.byId(session.tokenId)) === null) {
    await stores.passkeys.remove(userNo, added.passkeyId)
    throw notSignedIn()
  }
  return null
}

export async function renamePasskey(
  { stores }: Context,
  { viewer }: Session,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  if (!(await stores.passkeys.rename(viewer.userNo, passkeyId, name))) throw notFound()
}

export async function removePasskey(
  { stores }: Context,
  { viewer }: Session,
  passkeyId: string,
): Promise<void> {
  if (!(await stores.passkeys.remove(viewer.userNo, passkeyId))) throw notFound()
}
