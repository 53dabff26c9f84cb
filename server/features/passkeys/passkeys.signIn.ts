import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { PASSKEY_CEREMONY_MS } from '#protocol/limits.ts'
import type { AuthenticationCredential } from '#protocol/passkeys.ts'
import type { Context } from '#server/context.ts'
import {
  type CreatedSession,
  createSession,
  type Origin,
  placeOf,
} from '#server/features/accounts/createSession.ts'
import { sha256 } from '#server/platform/digest.ts'
import { suspended } from '#server/platform/errors.ts'
import type { Say } from '#server/platform/say.ts'
import { claimsOf, verifyAuthentication } from './passkeys.verifying.ts'
import { relyingPartyOf } from './relyingParty.ts'

/** What a browser is to be asked for, the same for everybody: it names no account and no passkey. Null where there are none. */
export async function beginSignIn({
  stores,
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
  await stores.passkeyChallenges.open({
    challengeHash: sha256(options.challenge),
    ceremony: 'signIn',
    expiresAt: new Date(clock().getTime() + PASSKEY_CEREMONY_MS),
  })
  return options
}

/**
 * Null for whatever does not prove, for the first time, that the owner of one of our passkeys is there. Throws a RequestError
 * 'forbidden' for who is suspended.
 */
export async function signInByPasskey(
  context: Context,
  {
    credential,
    stays: rememberMe,
    origin,
  }: { credential: AuthenticationCredential; stays: boolean; origin: Origin },
  say: Say,
): Promise<CreatedSession | null> {
  const { stores, clock, publicUrl } = context
  const party = relyingPartyOf(publicUrl)
  const claims = claimsOf(credential)
  if (party === null || claims === null) return null
  const challenge = { challengeHash: sha256(claims.challenge), ceremony: 'signIn' } as const
  if ((await stores.passkeyChallenges.take(challenge, clock())) === null) return null
  if (!party.isOwnOrigin(claims.origin)) return null

  const passkey = await stores.passkeys.byId(credential.id)
  if (passkey === null) return null
  const counter = await verifyAuthentication(credential, claims, { passkey, hostname: party.id })
  const user = counter === null ? null : await stores.users.byNo(passkey.userNo)
  if (counter === null || user === null) return null

  if (user.suspendedAt) throw suspended()
  const place = await placeOf(context, user.userNo, origin)
  // It may have been removed meanwhile; and of two who show what it signed for the same count, one is no owner.
  const stillStands = () => stores.passkeys.use(passkey, { counter, lastUsedAt: clock() })
  return createSession(context, { user, place, stays: rememberMe, proof: { stillStands } }, say)
}
