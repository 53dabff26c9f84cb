import { emailField } from '#protocol/accounts.ts'
import { PASSWORD_PROOF_MS, SESSION_MS } from '#protocol/limits.ts'
import { passwordError } from '#protocol/password.rules.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { changeUser } from '#server/features/accounts/accounts.domain.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import { revokeOtherCredentials } from '#server/features/accounts/revokeOtherCredentials.ts'
import { makePicture } from '#server/features/pictures/pictures.processing.ts'
import { notSignedIn, passwordChangeNeeded, RequestError } from '#server/platform/errors.ts'
import type { SessionRecord } from '#server/platform/session.store.ts'
import type { Session } from '#server/platform/session.ts'
import { endOtherSessions } from './ownSessions.domain.ts'

export interface Own {
  user: UserRecord
  session: SessionRecord
}

/** The signed-in user's own records. */
export async function ownRecords({ stores }: Context, { viewer, tokenId }: Session): Promise<Own> {
  const [user, session] = await Promise.all([stores.users.byNo(viewer.userNo), stores.sessions.byId(tokenId)])
  if (user === null || session === null) throw notSignedIn()
  return { user, session }
}

/** The user's password, or the temporary one that opened this very session. */
export async function isOwnPassword(
  { passwords }: Context,
  { user, session }: Own,
  password: string,
): Promise<boolean> {
  const [isOwn, isTemporary] = await Promise.all([
    passwords.matches(user.passwordHash, password),
    session.temporaryPasswordHash !== undefined && passwords.matches(session.temporaryPasswordHash, password),
  ])
  return isOwn || isTemporary
}

/** The password step, for one's own address alone: null for any other, whosever password it comes with. */
export async function proveOneself(
  context: Context,
  session: Session,
  { email, password }: { email: string; password: string },
): Promise<Own | null> {
  const own = await ownRecords(context, session)
  const isProven = await isOwnPassword(context, own, password)
  if (!isProven || emailField.safeParse(email).data !== own.user.email) return null
  const provenUntil = new Date(context.clock().getTime() + PASSWORD_PROOF_MS)
  await context.stores.sessions.prove(session.tokenId, provenUntil)
  return own
}

export interface MyInfoChange {
  /** Digits; empty removes the number, undefined leaves it. */
  mobile: string | undefined
  /** Empty leaves it. */
  password: string
  /** Where a JPEG or PNG lies as it was uploaded. */
  picture: string | undefined
  isPictureRemoved: boolean
}

export type ChangeResult =
  | { changed: { mobile: string | undefined; pictureId: string | undefined } }
  | { rejected: Extract<TextKey, 'accounts.passwordStepNeeded' | 'accounts.mobileTaken'> }

const stepNeeded: ChangeResult = { rejected: 'accounts.passwordStepNeeded' }

/** Only after the password step. A new password ends all other sessions, and what the step has opened to this one. */
export async function changeMyInfo(
  context: Context,
  session: Session,
  change: MyInfoChange,
): Promise<ChangeResult> {
  const { stores, passwords, clock } = context
  const { userNo } = session.viewer
  const own = await ownRecords(context, session)
  if (!isProven(own.session, clock())) return stepNeeded
  await requireReplacement(context, own.session, change.password)
  if (change.password !== '' && passwordError(change.password, own.user) !== null)
    throw new RequestError('invalid', { sentence: 'accounts.passwordOwn', field: 'password' })

  const picture = change.picture && (await makePicture(change.picture, 'imagefile0'))
  const passwordHash = change.password === '' ? undefined : await passwords.hash(change.password)
  // Both take a while, in which somebody else may have changed the password and ended this session.
  const { user } = await ownRecords(context, session)
  if (user.passwordHash !== own.user.passwordHash) return stepNeeded

  const newPictureId = picture && (await stores.pictures.insert(userNo, picture))
  const pictureId = newPictureId ?? (change.isPictureRemoved ? null : undefined)

  const { mobile } = change
  const before = await changeUser(context, user, {
    mobile: mobile === '' ? null : mobile,
    passwordHash,
    pictureId,
  })
  if (before === 'mobileTaken' || before === null) {
    if (newPictureId !== undefined) await stores.pictures.delete(newPictureId)
    if (before === null) throw notSignedIn()
    return { rejected: 'accounts.mobileTaken' }
  }
  if (pictureId !== undefined && before.pictureId !== undefined)
    await stores.pictures.delete(before.pictureId)
  if (passwordHash !== undefined) {
    await stores.sessions.passwordChanged(session.tokenId, new Date(clock().getTime() + SESSION_MS))
    context.gate.forget(session.tokenId)
    // A temporary one was read in the mailbox: whoever came in before need not have been its owner.
    if (own.session.temporaryPasswordHash === undefined) await endOtherSessions(context, session)
    else await revokeOtherCredentials(context, userNo, session.tokenId)
  }
  return {
    changed: {
      mobile: mobile === undefined ? before.mobile : mobile || undefined,
      pictureId: pictureId === undefined ? before.pictureId : (pictureId ?? undefined),
    },
  }
}

/** Whoever came in with a temporary password may do nothing but replace it, by another one. */
async function requireReplacement(
  { passwords }: Context,
  { temporaryPasswordHash }: SessionRecord,
  password: string,
): Promise<void> {
  if (temporaryPasswordHash === undefined) return
  if (password === '') throw passwordChangeNeeded()
  if (await passwords.matches(temporaryPasswordHash, password))
    throw new RequestError('invalid', { sentence: 'accounts.passwordTemporary', field: 'password' })
}

/** Whether the password was shown again in this session a short while ago. */
export function isProven({ provenUntil }: SessionRecord, now: Date): boolean {
  return provenUntil !== undefined && provenUntil > now
}
