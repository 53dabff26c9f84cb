import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import { deleteSuggestionsOf } from '#server/features/agora/agora.domain.ts'
import { removeOpinionReactionsOf } from '#server/features/agora/opinionReactions.domain.ts'
import { removeCommentsOf } from '#server/features/comments/comments.removal.ts'
import { takeOut } from '#server/features/hubs/hubs.domain.ts'
import { memberOf } from '#server/features/hubs/hubs.listing.ts'
import { removeWhatHangsOn } from '#server/features/notes/notes.removal.ts'
import { removeReactionsOf } from '#server/features/reactions/reactions.removal.ts'
import { publishReports } from '#server/features/reports/reports.events.ts'
import type { Session } from '#server/platform/session.ts'
import { isOwnPassword, isProven, type Own, ownRecords } from './myInfo.domain.ts'

/** Null when the account is gone, else why it is not. */
export async function deleteOwnAccount(
  context: Context,
  session: Session,
  { password, deleteContributions }: { password?: string | undefined; deleteContributions: boolean },
): Promise<TextKey | null> {
  const own = await ownRecords(context, session)
  const doubt = await doubtOf(context, own, password)
  if (doubt !== null) return doubt
  // Comparing may have waited, and the password been changed meanwhile.
  const { user } = await ownRecords(context, session)
  if (user.passwordHash !== own.user.passwordHash) return 'accounts.checkPassword'
  if (user.privilege > 0 && !(await resign(context, user))) return 'accounts.soleAdministrator'
  const { userNo } = own.user
  // Requests that were let in before may still be writing: what they leave is cleared the second time.
  await context.unfinished.runAndRepeat(
    { kind: 'deleteAccount', entityNo: userNo, userNo, deleteContributions },
    () => removeAccount(context, { userNo, deleteContributions }),
  )
  return null
}

/** Why this may be somebody else at an open device, if it may: by the password or, where none is sent, by the password step before. */
async function doubtOf(context: Context, own: Own, password: string | undefined): Promise<TextKey | null> {
  if (password === undefined)
    return isProven(own.session, context.clock()) ? null : 'accounts.passwordStepNeeded'
  return (await isOwnPassword(context, own, password)) ? null : 'accounts.checkPassword'
}

/** False when no other administrator would be left. Two who go in the same moment both see that, and both stay. */
async function resign({ stores: { users } }: Context, { email, privilege }: UserRecord): Promise<boolean> {
  await users.setPrivilege(email, 0)
  if ((await users.activeAdministrators()) > 0) return true
  await users.setPrivilege(email, privilege)
  return false
}

/**
 * The person goes first: from then on their tokens are dead, their shared notes are not shown, their mail and name are
 * free, and what still stands of theirs bears no name. Then what others see, then what nobody sees. Safe to repeat.
 */
export async function removeAccount(
  context: Context,
  { userNo, deleteContributions }: { userNo: number; deleteContributions?: boolean },
): Promise<void> {
  const { stores, live, clock, deletedAccounts } = context
  // First of all: from then on no backup brings them back.
  const at = clock().toISOString()
  await deletedAccounts.add({ userNo, deleteContributions: deleteContributions ?? false, at })
  await stores.users.delete(userNo)
  await stores.passkeys.deleteOf(userNo)
  await stores.sessions.endOfUser(userNo)
  await live.endUser(userNo)
  await stores.devices.deleteOf(userNo)
  await stores.pictures.deleteOf(userNo)
  await stores.notePictures.deleteOf(userNo)
  await stores.pictureSpace.deleteOf(userNo)
  if (deleteContributions) {
    await deleteSuggestionsOf(context, userNo)
    await removeCommentsOf(context, userNo)
  }
  await removeReactionsOf(context, userNo)
  await removeOpinionReactionsOf(context, userNo)
  for (const hub of await stores.hubs.membershipsOf(userNo))
    await takeOut(context, { hubNo: hub.hubNo, userNo, joinedAt: memberOf(hub, userNo).joinedAt })
  await stores.hubs.forgetClosedTo(userNo)
  await stores.invitations.deleteOf(userNo)
  await stores.hubs.forgetMaker(userNo)
  await stores.topics.deleteOf(userNo)
  const noteNos = [...(await stores.notes.numbersOf(userNo)), ...(await stores.trash.numbersOf(userNo))]
  await removeWhatHangsOn(context, noteNos)
  await stores.notes.deleteOf(userNo)
  await stores.trash.deleteOf(userNo)
  await stores.noteReads.deleteOf(userNo)
  await stores.history.deleteOf(userNo)
  await stores.commentReads.deleteOf(userNo)
  await stores.comments.forgetMentioned(userNo)
  await stores.contacts.deleteOf(userNo)
  await stores.personBlocks.deleteOf(userNo)
  if (await stores.reports.deleteOf(userNo)) await publishReports(context, userNo)
  await stores.auditLog.forget(userNo)
  await stores.notifications.deleteOf(userNo)
  await stores.duePushes.deleteOf(userNo)
}
