import { randomBytes } from 'node:crypto'
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import { PASSKEY_CEREMONY_MS, PASSKEY_NAME_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import type { AuthenticationCredential, NewCredential } from '#protocol/passkeys.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import {
  type CreatedSession,
  createSession,
  lookUpDevice,
  type Origin,
} from '#server/features/accounts/sessions.service.ts'
import { removeWayIn } from '#server/features/accounts/waysIn.service.ts'
import { isProven, ownRecords } from '#server/features/myInfo/myInfo.service.ts'
import { assertQuota, notFound, notSignedIn, RequestError, suspended } from '#server/platform/errors.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { PasskeyRecord } from './passkeys.repository.ts'
import {
  ALGORITHMS,
  parseClientData,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from './passkeys.verification.ts'

const USER_HANDLE_BYTES = 32
/** Shown by browsers beside the account name. */
const PRODUCT = '글마루'

export type Rejected = { rejected: Extract<TextKey, 'accounts.passwordStepNeeded' | 'passkeys.notHere'> }

const invalidPasskey = () => new RequestError('invalid', { sentence: 'passkeys.notMade' })
const stepNeeded: Rejected = { rejected: 'accounts.passwordStepNeeded' }

/** Options for creating a passkey. Requires the password step. Throws `quota`. */
export async function startRegistration(
  context: Context,
  session: Session,
): Promise<Rejected | { options: PublicKeyCredentialCreationOptionsJSON }> {
  const { repositories, clock, publicUrl } = context
  const party = relyingPartyOf(publicUrl)
  if (party === null) return { rejected: 'passkeys.notHere' }
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return stepNeeded
  const passkeys = await repositories.passkeys.findByUser(session.viewer.userNo)
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
    // A passkey replaces the password, so it requires user verification, and a discoverable credential.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await repositories.passkeyChallenges.create({
    challengeHash: sha256(options.challenge),
    ceremony: 'adding',
    tokenId: session.tokenId,
    userHandle,
    expiresAt: new Date(clock().getTime() + PASSKEY_CEREMONY_MS),
  })
  return { options }
}

/**
 * Stores a new passkey for a challenge of this session. Returns null on success. Throws `invalid` for anything else.
 */
export async function finishRegistration(
  context: Context,
  session: Session,
  { credential, device }: { credential: NewCredential; device: string },
): Promise<Rejected | null> {
  const { repositories, clock, publicUrl } = context
  const { userNo } = session.viewer
  const party = relyingPartyOf(publicUrl)
  if (party === null) return { rejected: 'passkeys.notHere' }
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return stepNeeded

  const claims = parseClientData(credential)
  const challenge =
    claims &&
    (await repositories.passkeyChallenges.consume(
      { challengeHash: sha256(claims.challenge), ceremony: 'adding', tokenId: session.tokenId },
      clock(),
    ))
  const made =
    claims && challenge && party.isOwnOrigin(claims.origin)
      ? await verifyRegistration(credential, claims, party.id)
      : null
  if (!made || challenge?.userHandle === undefined) throw invalidPasskey()

  const added: PasskeyRecord = {
    ...made,
    userNo,
    userHandle: challenge.userHandle,
    transports: credential.response.transports,
    name: truncateText(device, PASSKEY_NAME_MAX),
    createdAt: clock(),
  }
  // Authenticators choose random ids, so an existing id was not created by this one.
  const isAdded = await createWithinQuota(context, ['passkeys', userNo], {
    count: async () => (await repositories.passkeys.findByUser(userNo)).length,
    create: () => repositories.passkeys.add(added),
    rollback: async isMade => isMade && repositories.passkeys.remove(userNo, added.passkeyId),
  })
  if (!isAdded) throw invalidPasskey()
  // `revokeOtherCredentials` ends sessions before it deletes passkeys: it may have run meanwhile.
  if ((await repositories.sessions.findById(session.tokenId)) === null) {
    await repositories.passkeys.remove(userNo, added.passkeyId)
    throw notSignedIn()
  }
  return null
}

export async function renamePasskey(
  { repositories }: Context,
  { viewer }: Session,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  if (!(await repositories.passkeys.rename(viewer.userNo, passkeyId, name))) throw notFound()
}

/** False for the last way to sign in. Throws `notFound`. */
export async function removePasskey(
  context: Context,
  { viewer: { userNo } }: Session,
  passkeyId: string,
): Promise<boolean> {
  const { passkeys } = context.repositories
  const passkey = (await passkeys.findByUser(userNo)).find(each => each.passkeyId === passkeyId)
  if (passkey === undefined) throw notFound()
  const result = await removeWayIn(
    context,
    userNo,
    { passkeyId },
    {
      remove: () => passkeys.remove(userNo, passkeyId),
      restore: () => passkeys.add(passkey),
    },
  )
  return result === 'removed'
}

/**
 * Options for signing in, the same for all clients: no account or passkey is named. Null where passkeys are
 * unavailable.
 */
export async function startSignIn({
  repositories,
  clock,
  publicUrl,
}: Context): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingPartyOf(publicUrl)
  if (party === null) return null
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: PASSKEY_CEREMONY_MS,
  })
  await repositories.passkeyChallenges.create({
    challengeHash: sha256(options.challenge),
    ceremony: 'signIn',
    expiresAt: new Date(clock().getTime() + PASSKEY_CEREMONY_MS),
  })
  return options
}

/**
 * Null unless the response proves possession of a stored passkey and was not used before. Throws `forbidden` for
 * suspended users.
 */
export async function signInByPasskey(
  context: Context,
  {
    credential,
    rememberMe,
    origin,
  }: { credential: AuthenticationCredential; rememberMe: boolean; origin: Origin },
  t: Translate,
): Promise<CreatedSession | null> {
  const { repositories, clock, publicUrl } = context
  const party = relyingPartyOf(publicUrl)
  const claims = parseClientData(credential)
  if (party === null || claims === null) return null
  const challenge = { challengeHash: sha256(claims.challenge), ceremony: 'signIn' } as const
  if ((await repositories.passkeyChallenges.consume(challenge, clock())) === null) return null
  if (!party.isOwnOrigin(claims.origin)) return null

  const passkey = await repositories.passkeys.findById(credential.id)
  if (passkey === null) return null
  const counter = await verifyAuthentication(credential, claims, { passkey, hostname: party.id })
  const user = counter === null ? null : await repositories.users.findByNo(passkey.userNo)
  if (counter === null || user === null) return null

  if (user.suspendedAt) throw suspended()
  const deviceLookup = await lookUpDevice(context, user.userNo, origin)
  // The passkey may have been removed meanwhile. Of two responses with the same counter, one comes from a copy.
  const isStillValid = () => repositories.passkeys.recordUse(passkey, { counter, lastUsedAt: clock() })
  return createSession(context, { user, deviceLookup, rememberMe, proof: { isStillValid } }, t)
}
