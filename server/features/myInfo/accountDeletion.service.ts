import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { deleteSuggestionsOf, removeOpinionReactionsOf } from '#server/features/agora/agora.service.ts'
import { removeCommentsOf } from '#server/features/comments/comments.removal.ts'
import { memberOf } from '#server/features/hubs/hubs.listing.ts'
import { removeMemberAsJob } from '#server/features/hubs/hubs.service.ts'
import { removeNoteData } from '#server/features/notes/notes.removal.ts'
import { removeHighlightsOf } from '#server/features/passages/passages.service.ts'
import { removeReactionsOf } from '#server/features/reactions/reactions.service.ts'
import { publishReports } from '#server/features/reports/reports.service.ts'
import type { Session } from '#server/platform/session.ts'
import { isOwnPassword, isProven, type OwnRecords, ownRecords } from './myInfo.service.ts'

/** Null if the account is deleted, otherwise the reason why not. */
export async function deleteOwnAccount(
  context: Context,
  session: Session,
  { password, deleteContributions }: { password?: string | undefined; deleteContributions: boolean },
): Promise<TextKey | null> {
  const own = await ownRecords(context, session)
  const doubt = await reasonToDoubtOwner(context, own, password)
  if (doubt !== null) return doubt
  // The password may have been changed during the comparison.
  const { user } = await ownRecords(context, session)
  if (user.passwordHash !== own.user.passwordHash) return 'accounts.checkPassword'
  if (user.privilege > 0 && !(await resignAsAdministrator(context, user))) return 'accounts.soleAdministrator'
  const { userNo } = own.user
  // Requests admitted earlier may still be writing; the second run deletes what they leave.
  await context.jobs.runAndRepeat(
    { kind: 'deleteAccount', entityNo: userNo, userNo, deleteContributions },
    () => removeAccount(context, { userNo, deleteContributions }),
  )
  return null
}

/**
 * Reason to doubt that the owner is at the device, or null. Checks the password or, without one, the recent password
 * step.
 */
async function reasonToDoubtOwner(
  context: Context,
  own: OwnRecords,
  password: string | undefined,
): Promise<TextKey | null> {
  if (password === undefined)
    return isProven(own.session, context.clock()) ? null : 'accounts.passwordStepNeeded'
  return (await isOwnPassword(context, own, password)) ? null : 'accounts.checkPassword'
}

/**
 * False if no other administrator would be left. Of two concurrent deletions both see that, and both administrators
 * stay.
 */
async function resignAsAdministrator(
  { repositories: { users } }: Context,
  { email, privilege }: UserRecord,
): Promise<boolean> {
  await users.setPrivilege(email, 0)
  if ((await users.countActiveAdministrators()) > 0) return true
  await users.setPrivilege(email, privilege)
  return false
}

/**
 * Deletes the user first: sessions end, shared notes are hidden, e-mail and name become available, and remaining data
 * shows no name. Then deletes what others see, then the rest. Idempotent.
 */
export async function removeAccount(
  context: Context,
  { userNo, deleteContributions }: { userNo: number; deleteContributions?: boolean },
): Promise<void> {
  const { repositories, live, clock, deletedAccounts } = context
  // First of all, so that no restored backup brings the account back.
  const at = clock().toISOString()
  await deletedAccounts.add({ userNo, deleteContributions: deleteContributions ?? false, at })
  await repositories.users.delete(userNo)
  await repositories.passkeys.deleteByUser(userNo)
  await repositories.apiTokens.deleteByUser(userNo)
  await repositories.oidcLinks.deleteByUser(userNo)
  await repositories.sessions.endByUser(userNo)
  await live.endUser(userNo)
  await repositories.devices.deleteByUser(userNo)
  await repositories.pictures.deleteByUser(userNo)
  await repositories.notePictures.deleteByUser(userNo)
  await repositories.notePictures.removeAuthor(userNo)
  await repositories.storageUsage.deleteByUser(userNo)
  if (deleteContributions) {
    await deleteSuggestionsOf(context, userNo)
    await removeCommentsOf(context, userNo)
  }
  await removeReactionsOf(context, userNo)
  await removeHighlightsOf(context, userNo)
  await removeOpinionReactionsOf(context, userNo)
  for (const hub of await repositories.hubs.findMemberships(userNo))
    await removeMemberAsJob(context, { hubNo: hub.hubNo, userNo, joinedAt: memberOf(hub, userNo).joinedAt })
  await repositories.hubs.removeFromClosedLists(userNo)
  await repositories.invitations.deleteByUser(userNo)
  await repositories.feeds.deleteByUser(userNo)
  await repositories.hubs.removeCreator(userNo)
  await repositories.topics.deleteByUser(userNo)
  const noteNos = [
    ...(await repositories.notes.numbersOf(userNo)),
    ...(await repositories.trash.numbersOf(userNo)),
  ]
  await removeNoteData(context, noteNos)
  await repositories.notes.deleteByUser(userNo)
  await repositories.trash.deleteByUser(userNo)
  await repositories.noteReads.deleteByUser(userNo)
  await repositories.documents.deleteByUser(userNo)
  await repositories.history.deleteByUser(userNo)
  await repositories.commentReads.deleteByUser(userNo)
  await repositories.comments.removeMentions(userNo)
  await repositories.contacts.deleteByUser(userNo)
  await repositories.blocks.deleteByUser(userNo)
  if (await repositories.reports.deleteByUser(userNo)) await publishReports(context, userNo)
  await repositories.auditLog.removeUser(userNo)
  await repositories.notifications.deleteByUser(userNo)
  await repositories.pushQueue.deleteByUser(userNo)
  await repositories.mailPlans.deleteByUser(userNo)
}
