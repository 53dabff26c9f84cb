import { randomBytes, randomUUID } from 'node:crypto'
import { DEVICES_MAX, REMEMBER_ME_MS, SESSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notifyNewDevice } from '#server/features/inbox/inbox.events.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { RememberMe } from '#server/platform/session.repository.ts'
import type { UserRecord } from './accounts.repository.ts'
import { newDeviceMail } from './mails.ts'

const DEVICE_ID_BYTES = 16
const DEVICE_ID = /^[\w-]{22}$/

/** Where a sign-in comes from. */
export interface Origin {
  /** Browser and operating system, for display. */
  device: string
  /** From an earlier sign-in of any user in this browser. */
  deviceId: string | undefined
  address: string
}

export interface SignedIn {
  user: UserRecord
  authToken: string
  mustChangePassword: boolean
  rememberMe: boolean
}

/** The browser stores `deviceId` and `rememberMeCookie`. */
export type CreatedSession = SignedIn & { deviceId: string; rememberMeCookie: string | null }

/** What the account knows about the origin of a sign-in. */
type DeviceLookup = Awaited<ReturnType<typeof lookUpDevice>>

/** An unknown account knows no devices. */
export async function lookUpDevice({ repositories, keyedHash }: Context, userNo: number, origin: Origin) {
  const { deviceId: shownId, address } = origin
  const deviceId =
    shownId !== undefined && DEVICE_ID.test(shownId)
      ? shownId
      : randomBytes(DEVICE_ID_BYTES).toString('base64url')
  const deviceHash = sha256(`${userNo}:${deviceId}`)
  const addressHash = keyedHash(address)
  const knownDevices = await repositories.devices.findByUser(userNo)
  const isKnown = knownDevices.some(device => device.deviceHash === deviceHash)
  return {
    device: origin.device,
    deviceId,
    deviceHash,
    addressHash,
    knownDeviceHash: isKnown ? deviceHash : null,
    /** The first device of a new account is not reported. */
    isNewDevice: !isKnown && knownDevices.length > 0,
    isKnownAddress: knownDevices.some(device => device.addressHash === addressHash),
  }
}

interface Proof {
  /** Hash of the temporary password that was used. */
  temporaryHash?: string | undefined
  /** Checks after the session is created that the credential is still valid: it may have been revoked meanwhile. */
  isStillValid(): Promise<boolean>
}

/**
 * Creates a session for an authenticated user and mails a notice about a new device. Temporary passwords cannot use
 * "remember me". Returns null if the credential was revoked meanwhile.
 */
export async function createSession(
  context: Context,
  {
    user,
    deviceLookup,
    rememberMe,
    proof,
  }: { user: UserRecord; deviceLookup: DeviceLookup; rememberMe: boolean; proof: Proof },
  t: Translate,
): Promise<CreatedSession | null> {
  const { repositories, gate, clock } = context
  const { userNo } = user
  const { device, deviceId, deviceHash, addressHash, isNewDevice } = deviceLookup
  const { temporaryHash } = proof
  const newRememberMe = rememberMe && temporaryHash === undefined ? createRememberMe(clock()) : null
  const { tokenId, authToken } = await gate.create(
    userNo,
    {
      device,
      deviceHash,
      ...(temporaryHash !== undefined && { temporaryPasswordHash: temporaryHash }),
      ...(newRememberMe && { rememberMe: newRememberMe.rememberMe }),
    },
    newRememberMe?.tokenId,
  )
  if (!(await proof.isStillValid())) {
    await gate.end(tokenId)
    return null
  }
  const now = clock()
  const seen = { userNo, deviceHash, device, addressHash, firstSeen: now, lastSeen: now }
  await Promise.all([
    endOldestSessions(context, userNo, tokenId),
    repositories.devices.upsert(seen, DEVICES_MAX),
  ])
  if (isNewDevice) await notifyNewDevice(context, { userNo, device })
  // A user of a temporary password has just read a mail about it.
  if (isNewDevice && temporaryHash === undefined) await mailNewDevice(context, user, device, t)
  return {
    user,
    authToken,
    mustChangePassword: temporaryHash !== undefined,
    rememberMe: newRememberMe !== null,
    deviceId,
    rememberMeCookie: newRememberMe?.cookie ?? null,
  }
}

async function mailNewDevice(
  { attempts, mailer, clock, publicUrl, keyedHash }: Context,
  { userNo, email, username }: UserRecord,
  device: string,
  t: Translate,
): Promise<void> {
  if (!mailer.sendsMail) return
  // A program that signs in repeatedly without cookies must not flood the mailbox.
  if ((await attempts.newDeviceMail.add(String(userNo))).excess > 0) return
  const { excess } = await attempts.newDeviceMailDaily.add(keyedHash(email))
  if (excess <= 0)
    mailer.send(newDeviceMail({ to: email, name: username, device, at: clock(), publicUrl }, t))
}

/** Ends the least recently seen sessions beyond the limit, on all nodes. */
async function endOldestSessions(
  { repositories, live }: Context,
  userNo: number,
  openedId: string,
): Promise<void> {
  const ended = await repositories.sessions.endOldest(userNo, { keep: SESSIONS_MAX, newest: openedId })
  await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
}

const SECRET_BYTES = 16

/** How long tabs that open at the same time may send the same secret, in milliseconds. */
export const REMEMBER_ME_GRACE_MS = 60_000

/** Session id and current secret. */
const COOKIE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{22})$/

function formatCookie(tokenId: string, secret: string): string {
  return `${tokenId}.${secret}`
}

/** Null for a malformed cookie. */
function parseCookie(cookie: string): { tokenId: string; secret: string } | null {
  const [, tokenId, secret] = COOKIE.exec(cookie) ?? []
  return tokenId === undefined || secret === undefined ? null : { tokenId, secret }
}

function createRememberMe(now: Date): { tokenId: string; rememberMe: RememberMe; cookie: string } {
  const tokenId = randomUUID()
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { tokenId, rememberMe: { hash: sha256(secret), since: now }, cookie: formatCookie(tokenId, secret) }
}

/**
 * Result of checking a secret:
 * - `good`: current, and so new that other tabs may still send it
 * - `due`: current, and due for rotation
 * - `justReplaced`: replaced a moment ago by another tab's request
 * - `stale`: replaced earlier or unknown, so the cookie may have been stolen
 */
type RememberMeCheck = 'good' | 'due' | 'justReplaced' | 'stale'

function checkRememberMe({ hash, before, since }: RememberMe, shownHash: string, now: Date): RememberMeCheck {
  const isNew = now.getTime() - since.getTime() < REMEMBER_ME_GRACE_MS
  if (shownHash === hash) return isNew ? 'good' : 'due'
  return shownHash === before && isNew ? 'justReplaced' : 'stale'
}

/**
 * Resumes a remembered session with a new token and a rotated cookie. The next secret derives from the current one
 * and the server key, so concurrent tabs get the same cookie. A stale secret means that two parties hold the cookie:
 * the session ends on all nodes. Returns null if the cookie resumes nothing.
 */
export async function resumeSession(
  context: Context,
  cookie: string,
): Promise<(SignedIn & { rememberMeCookie: string }) | null> {
  const { repositories, gate, keyedHash, previousKeyedHash, clock } = context
  const parts = parseCookie(cookie)
  if (parts === null) return null
  const { tokenId, secret } = parts
  const now = clock()
  const session = await repositories.sessions.findById(tokenId)
  if (session?.rememberMe === undefined || session.expiresAt <= now) return null

  const successorOf = (by: typeof keyedHash) => by(`stay:${tokenId}:${secret}`)
  const successor = successorOf(keyedHash)
  const result = checkRememberMe(session.rememberMe, sha256(secret), now)
  if (result === 'stale') {
    await gate.end(tokenId)
    await context.live.endSession(tokenId)
    return null
  }
  if (result === 'due') {
    const expiresAt = new Date(now.getTime() + REMEMBER_ME_MS)
    const turn = { shown: sha256(secret), next: sha256(successor), now, expiresAt }
    // Another tab rotated the secret first, or the session has ended. Check again.
    if (!(await repositories.sessions.rotateRememberMe(tokenId, turn))) return resumeSession(context, cookie)
  }
  const user = await repositories.users.findByNo(session.userNo)
  if (user === null || user.suspendedAt) return null
  // During a key rotation a node with the other key may have replaced the secret.
  const isOthers = result === 'justReplaced' && sha256(successor) !== session.rememberMe.hash
  const next = isOthers && previousKeyedHash ? successorOf(previousKeyedHash) : successor
  const rememberMeCookie = formatCookie(tokenId, result === 'good' ? secret : next)
  return {
    user,
    authToken: gate.tokenFor(session),
    mustChangePassword: false,
    rememberMe: true,
    rememberMeCookie,
  }
}

/**
 * After an e-mail confirmation, revokes every older session, passkey, API token, feed address, linked identity and known device:
 * somebody else may have registered with this address. Keeps the session `exceptTokenId`, its device and what was linked in it.
 * Without a password the links stay, as the password does. Sessions end on all nodes.
 */
export async function revokeOtherCredentials(
  { repositories, live }: Context,
  userNo: number,
  exceptTokenId?: string,
): Promise<void> {
  async function endSessions(): Promise<void> {
    const ended = await repositories.sessions.endByUser(userNo, exceptTokenId)
    await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
  }
  await endSessions()
  const remainingSession =
    exceptTokenId === undefined ? null : await repositories.sessions.findById(exceptTokenId)
  await repositories.passkeys.deleteByUser(userNo)
  await repositories.apiTokens.deleteByUser(userNo)
  await repositories.feeds.deleteByUser(userNo)
  const user = await repositories.users.findByNo(userNo)
  if (!user?.withoutPassword) await repositories.oidcLinks.deleteByUser(userNo, exceptTokenId)
  await repositories.devices.deleteByUser(userNo, remainingSession?.deviceHash)
  // A sign-in by passkey or provider may have finished meanwhile.
  await endSessions()
}
