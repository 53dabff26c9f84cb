import { emailField } from '#protocol/accounts.ts'
import { PASSWORD_PROOF_MS, SESSION_MS } from '#protocol/limits.ts'
import { passwordError } from '#protocol/password.rules.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { changeUser } from '#server/features/accounts/accounts.service.ts'
import { revokeOtherCredentials } from '#server/features/accounts/sessions.service.ts'
import { processProfilePicture } from '#server/features/pictures/imageProcessing.ts'
import { notFound, notSignedIn, passwordChangeRequired, RequestError } from '#server/platform/errors.ts'
import type { SessionRecord } from '#server/platform/session.repository.ts'
import type { Session } from '#server/platform/session.ts'

export interface OwnRecords {
  user: UserRecord
  session: SessionRecord
}

/** The signed-in user's own records. */
export async function ownRecords(
  { repositories }: Context,
  { viewer, tokenId }: Session,
): Promise<OwnRecords> {
  const [user, session] = await Promise.all([
    repositories.users.findByNo(viewer.userNo),
    repositories.sessions.findById(tokenId),
  ])
  if (user === null || session === null) throw notSignedIn()
  return { user, session }
}

/** Checks the user's password, or the temporary password that opened this session. */
export async function isOwnPassword(
  { passwords }: Context,
  { user, session }: OwnRecords,
  password: string,
): Promise<boolean> {
  const [isOwn, isTemporary] = await Promise.all([
    passwords.matches(user.passwordHash, password),
    session.temporaryPasswordHash !== undefined && passwords.matches(session.temporaryPasswordHash, password),
  ])
  return isOwn || isTemporary
}

/** The password step for the viewer's own address. Null for any other address, whatever the password. */
export async function confirmPassword(
  context: Context,
  session: Session,
  { email, password }: { email: string; password: string },
): Promise<OwnRecords | null> {
  const own = await ownRecords(context, session)
  const isProven = await isOwnPassword(context, own, password)
  if (!isProven || emailField.safeParse(email).data !== own.user.email) return null
  const provenUntil = new Date(context.clock().getTime() + PASSWORD_PROOF_MS)
  await context.repositories.sessions.setProvenUntil(session.tokenId, provenUntil)
  return own
}

interface MyInfoChange {
  /** Digits; empty removes the number, undefined keeps it. */
  mobile: string | undefined
  /** Empty keeps the password. */
  password: string
  /** Path of the uploaded JPEG or PNG. */
  picture: string | undefined
  isPictureRemoved: boolean
}

type ChangeResult =
  | { changed: { mobile: string | undefined; pictureId: string | undefined } }
  | { rejected: Extract<TextKey, 'accounts.passwordStepNeeded' | 'accounts.mobileTaken'> }

const passwordStepNeeded: ChangeResult = { rejected: 'accounts.passwordStepNeeded' }

/** Requires the password step. A new password ends all other sessions and the elevated state of this one. */
export async function changeMyInfo(
  context: Context,
  session: Session,
  change: MyInfoChange,
): Promise<ChangeResult> {
  const { repositories, passwords, clock } = context
  const { userNo } = session.viewer
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return passwordStepNeeded
  await requireReplacement(context, own.session, change.password)
  if (change.password !== '' && passwordError(change.password, own.user) !== null)
    throw new RequestError('invalid', { sentence: 'accounts.passwordOwn', field: 'password' })

  const picture = change.picture && (await processProfilePicture(change.picture, 'imagefile0'))
  const passwordHash = change.password === '' ? undefined : await passwords.hash(change.password)
  // Hashing and image processing take a while; the password may have been changed and this session ended.
  const { user } = await ownRecords(context, session)
  if (user.passwordHash !== own.user.passwordHash) return passwordStepNeeded

  const newPictureId = picture && (await repositories.pictures.insert(userNo, picture))
  const pictureId = newPictureId ?? (change.isPictureRemoved ? null : undefined)

  const { mobile } = change
  const before = await changeUser(context, user, {
    mobile: mobile === '' ? null : mobile,
    passwordHash,
    pictureId,
  })
  if (before === 'mobileTaken' || before === null) {
    if (newPictureId !== undefined) await repositories.pictures.delete(newPictureId)
    if (before === null) throw notSignedIn()
    return { rejected: 'accounts.mobileTaken' }
  }
  if (pictureId !== undefined && before.pictureId !== undefined)
    await repositories.pictures.delete(before.pictureId)
  if (passwordHash !== undefined) {
    // Only the reader of the mailbox has a temporary password, so older credentials may belong to somebody else.
    if (own.session.temporaryPasswordHash === undefined) await endOtherSessions(context, session)
    else await revokeOtherCredentials(context, userNo, session.tokenId)
    // Last, so that an attempt that failed before can be repeated.
    await repositories.sessions.resetAfterPasswordChange(
      session.tokenId,
      new Date(clock().getTime() + SESSION_MS),
    )
    context.gate.forget(session.tokenId)
  }
  return {
    changed: {
      mobile: mobile === undefined ? before.mobile : mobile || undefined,
      pictureId: pictureId === undefined ? before.pictureId : (pictureId ?? undefined),
    },
  }
}

/** A session opened by a temporary password can only replace the password, by a different one. */
async function requireReplacement(
  { passwords }: Context,
  { temporaryPasswordHash }: SessionRecord,
  password: string,
): Promise<void> {
  if (temporaryPasswordHash === undefined) return
  if (password === '') throw passwordChangeRequired()
  if (await passwords.matches(temporaryPasswordHash, password))
    throw new RequestError('invalid', { sentence: 'accounts.passwordTemporary', field: 'password' })
}

/** Whether the password was confirmed recently in this session. */
export function isProven({ provenUntil }: SessionRecord, now: Date): boolean {
  return provenUntil !== undefined && provenUntil > now
}

export function listOwnSessions(
  { repositories, clock }: Context,
  { viewer }: Session,
): Promise<SessionRecord[]> {
  return repositories.sessions.findByUser(viewer.userNo, clock())
}

/** Throws `notFound` for another user's session. */
export async function endOwnSession(context: Context, { viewer }: Session, tokenId: string): Promise<void> {
  const { repositories, gate, live } = context
  const session = await repositories.sessions.findById(tokenId)
  if (session?.userNo !== viewer.userNo) throw notFound()
  await gate.end(tokenId)
  await live.endSession(tokenId)
}

/** Resolves when the user's other sessions have ended on all nodes. */
export async function endOtherSessions({ repositories, live }: Context, session: Session): Promise<void> {
  const ended = await repositories.sessions.endByUser(session.viewer.userNo, session.tokenId)
  await Promise.all(ended.map(tokenId => live.endSession(tokenId)))
}
