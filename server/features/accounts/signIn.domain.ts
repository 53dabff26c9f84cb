import { randomBytes } from 'node:crypto'
import { emailField } from '#protocol/accounts.ts'
import { DEVICES_MAX, SESSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { tellNewDevice } from '#server/features/inbox/inbox.telling.ts'
import { hashOfRandom } from '#server/platform/digest.ts'
import type { Say } from '#server/platform/say.ts'
import type { Session } from '#server/platform/session.ts'
import type { UserRecord } from './accounts.store.ts'
import { newDeviceMail } from './newDevice.mail.ts'
import { admitSignIn } from './signIn.guard.ts'
import { beginStay } from './staying.rules.ts'
import { temporaryPasswordsMeant } from './temporaryPasswords.ts'

const DEVICE_ID_BYTES = 16
const DEVICE_ID = /^[\w-]{22}$/
const NOBODY = 0

/** From where somebody signs in. */
export interface Origin {
  /** The browser and system in words. */
  device: string
  /** What the browser was given at an earlier sign-in, by whomever. */
  deviceId: string | undefined
  address: string
}

export interface SignedIn {
  user: UserRecord
  authToken: string
  mustChangePassword: boolean
  stays: boolean
}

/**
 * Null for an unknown address and for a wrong password, which take equally long. A temporary password is used up, and keeps
 * nobody signed in. `deviceId` and `stayCookie` are for the browser to keep. Throws a RequestError 'tooMany' for whoever
 * guesses.
 */
export async function signIn(
  context: Context,
  { email, password, stays, origin }: { email: string; password: string; stays: boolean; origin: Origin },
  say: Say,
): Promise<(SignedIn & { deviceId: string; stayCookie: string | null }) | null> {
  const { stores, gate, clock } = context
  const parsed = emailField.safeParse(email)
  const user = parsed.success ? await stores.users.byEmail(parsed.data) : null
  const place = await placeOf(context, user?.userNo ?? NOBODY, origin)
  const admitted = await admitSignIn(context, { email, ...place })

  const proof = await provePassword(context, user, password)
  if (user === null || proof === null) return null
  const { temporaryHash } = proof
  if (temporaryHash !== undefined && !(await stores.users.takeTemporaryPassword(user.userNo, temporaryHash)))
    return null

  const begun = stays && temporaryHash === undefined ? beginStay(clock()) : null
  const { tokenId, authToken } = await gate.open(
    user.userNo,
    {
      device: origin.device,
      ...(temporaryHash !== undefined && { temporaryPasswordHash: temporaryHash }),
      ...(begun && { stay: begun.stay }),
    },
    begun?.tokenId,
  )
  // The password may have been changed, or the account deleted, while this one was being compared.
  if ((await stores.users.byNo(user.userNo))?.passwordHash !== user.passwordHash) {
    await gate.end(tokenId)
    return null
  }
  await Promise.all([
    admitted.succeeded(),
    temporaryHash !== undefined && stores.users.mailboxProven(user.userNo, clock()),
    endForgottenSessions(context, user.userNo, tokenId),
    stores.devices.remember(
      {
        userNo: user.userNo,
        deviceHash: place.deviceHash,
        device: origin.device,
        addressHash: place.addressHash,
        firstSeen: clock(),
        lastSeen: clock(),
      },
      DEVICES_MAX,
    ),
  ])
  if (place.isNewDevice) await tellNewDevice(context, { userNo: user.userNo, device: origin.device })
  // Whoever uses a temporary password has just read a mail about it.
  if (temporaryHash === undefined && place.isNewDevice) await tellOfNewDevice(context, user, origin, say)
  return {
    user,
    authToken,
    mustChangePassword: temporaryHash !== undefined,
    stays: begun !== null,
    deviceId: place.deviceId,
    stayCookie: begun?.cookie ?? null,
  }
}

/** What the account knows of where somebody signs in to it; nothing when there is no account. */
async function placeOf({ stores, digest }: Context, userNo: number, { deviceId: shown, address }: Origin) {
  const deviceId =
    shown !== undefined && DEVICE_ID.test(shown) ? shown : randomBytes(DEVICE_ID_BYTES).toString('base64url')
  const deviceHash = hashOfRandom(`${userNo}:${deviceId}`)
  const addressHash = digest(address)
  const known = await stores.devices.ofUser(userNo)
  const isKnown = known.some(device => device.deviceHash === deviceHash)
  return {
    deviceId,
    deviceHash,
    addressHash,
    knownDeviceHash: isKnown ? deviceHash : null,
    /** The very first is none: the account has just been made. */
    isNewDevice: !isKnown && known.length > 0,
    isKnownAddress: known.some(device => device.addressHash === addressHash),
  }
}

async function tellOfNewDevice(
  { attempts, mailer, clock, publicUrl }: Context,
  { userNo, email, username }: UserRecord,
  { device }: Origin,
  say: Say,
): Promise<void> {
  if (!mailer.delivers) return
  // A program that signs in again and again, and keeps no cookie, must not fill a mailbox.
  const { beyond } = await attempts.newDeviceMail.add(String(userNo))
  if (beyond <= 0)
    mailer.send(newDeviceMail({ to: email, name: username, device, at: clock(), publicUrl }, say))
}

/** Whether the password is the user's own, or a temporary one that is still good: then also its hash. */
async function provePassword(
  { passwords, clock }: Context,
  user: UserRecord | null,
  password: string,
): Promise<{ temporaryHash?: string } | null> {
  const temporary = user === null ? [] : temporaryPasswordsMeant(user, password, clock())
  const [isOwn, ...isTemporary] = await Promise.all([
    passwords.matches(user?.passwordHash, password),
    ...temporary.map(({ hash }) => passwords.matches(hash, password)),
  ])
  if (isOwn) return {}
  const used = temporary.find((_, index) => isTemporary[index])
  return used ? { temporaryHash: used.hash } : null
}

/** Of very many sessions those end that were seen the longest ago, everywhere. */
async function endForgottenSessions(
  { stores, live }: Context,
  userNo: number,
  openedId: string,
): Promise<void> {
  const ended = await stores.sessions.endOldest(userNo, { keep: SESSIONS_MAX, newest: openedId })
  await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
}

export async function checkSignIn(
  { stores, gate }: Context,
  authToken: string | undefined,
): Promise<SignedIn | null> {
  const session = await gate.find(authToken)
  if (session === null || authToken === undefined) return null
  const user = await stores.users.byNo(session.viewer.userNo)
  const { mustChangePassword, stays } = session
  return user && { user, authToken, mustChangePassword, stays }
}

export async function signOut({ gate, live }: Context, session: Session | null): Promise<void> {
  if (session === null) return
  await gate.end(session.tokenId)
  await live.endSession(session.tokenId)
}
