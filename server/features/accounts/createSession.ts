import { randomBytes } from 'node:crypto'
import { DEVICES_MAX, SESSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notifyNewDevice } from '#server/features/inbox/inbox.notify.ts'
import { sha256 } from '#server/platform/digest.ts'
import type { Say } from '#server/platform/say.ts'
import type { UserRecord } from './accounts.store.ts'
import { newDeviceMail } from './newDevice.mail.ts'
import { createRememberMe } from './rememberMe.rules.ts'

const DEVICE_ID_BYTES = 16
const DEVICE_ID = /^[\w-]{22}$/

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

/** `deviceId` and `rememberMeCookie` are for the browser to keep. */
export type CreatedSession = SignedIn & { deviceId: string; rememberMeCookie: string | null }

/** What an account knows of where somebody signs in to it. */
export type Place = Awaited<ReturnType<typeof placeOf>>

/** Of an account that there is not, nothing is known. */
export async function placeOf({ stores, digest }: Context, userNo: number, origin: Origin) {
  const { deviceId: shown, address } = origin
  const deviceId =
    shown !== undefined && DEVICE_ID.test(shown) ? shown : randomBytes(DEVICE_ID_BYTES).toString('base64url')
  const deviceHash = sha256(`${userNo}:${deviceId}`)
  const addressHash = digest(address)
  const known = await stores.devices.ofUser(userNo)
  const isKnown = known.some(device => device.deviceHash === deviceHash)
  return {
    device: origin.device,
    deviceId,
    deviceHash,
    addressHash,
    knownDeviceHash: isKnown ? deviceHash : null,
    /** The very first is none: the account has just been made. */
    isNewDevice: !isKnown && known.length > 0,
    isKnownAddress: known.some(device => device.addressHash === addressHash),
  }
}

interface Proof {
  /** The temporary password that was used. */
  temporaryHash?: string | undefined
  /** Asked once the session is open: whether what was shown still lets its owner in, for it may just have been taken away. */
  stillStands(): Promise<boolean>
}

/**
 * Opens a session for somebody who has proven who they are, and tells them of a device that is new; a temporary password keeps
 * nobody signed in. Null when it is too late.
 */
export async function createSession(
  context: Context,
  { user, place, stays: rememberMe, proof }: { user: UserRecord; place: Place; stays: boolean; proof: Proof },
  say: Say,
): Promise<CreatedSession | null> {
  const { stores, gate, clock } = context
  const { userNo } = user
  const { device, deviceId, deviceHash, addressHash, isNewDevice } = place
  const { temporaryHash } = proof
  const begun = rememberMe && temporaryHash === undefined ? createRememberMe(clock()) : null
  const { tokenId, authToken } = await gate.open(
    userNo,
    {
      device,
      deviceHash,
      ...(temporaryHash !== undefined && { temporaryPasswordHash: temporaryHash }),
      ...(begun && { stay: begun.stay }),
    },
    begun?.tokenId,
  )
  if (!(await proof.stillStands())) {
    await gate.end(tokenId)
    return null
  }
  const now = clock()
  const seen = { userNo, deviceHash, device, addressHash, firstSeen: now, lastSeen: now }
  await Promise.all([
    endForgottenSessions(context, userNo, tokenId),
    stores.devices.remember(seen, DEVICES_MAX),
  ])
  if (isNewDevice) await notifyNewDevice(context, { userNo, device })
  // Whoever uses a temporary password has just read a mail about it.
  if (isNewDevice && temporaryHash === undefined) await mailNewDevice(context, user, device, say)
  return {
    user,
    authToken,
    mustChangePassword: temporaryHash !== undefined,
    stays: begun !== null,
    deviceId,
    rememberMeCookie: begun?.cookie ?? null,
  }
}

async function mailNewDevice(
  { attempts, mailer, clock, publicUrl }: Context,
  { userNo, email, username }: UserRecord,
  device: string,
  say: Say,
): Promise<void> {
  if (!mailer.delivers) return
  // A program that signs in again and again, and keeps no cookie, must not fill a mailbox.
  const { beyond } = await attempts.newDeviceMail.add(String(userNo))
  if (beyond <= 0)
    mailer.send(newDeviceMail({ to: email, name: username, device, at: clock(), publicUrl }, say))
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
