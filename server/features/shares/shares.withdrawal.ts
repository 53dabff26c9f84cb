import type { Context } from '#server/context.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { publishNotificationCounts } from '#server/features/inbox/inbox.events.ts'
import { publishWithdrawn } from './shares.events.ts'
import type { ShareRecord } from './shares.record.ts'

/** By note; or by author in a hub, optionally only older shares. */
type ShareSelection = { noteNo: number } | { hubNo: number; authorNo: number; before: Date | undefined }

/** Withdraws live shares and publishes to the members who saw them. Idempotent. */
export async function withdrawShares(
  context: Context,
  selection: ShareSelection,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { repositories } = context
  const shares =
    'noteNo' in selection
      ? await repositories.shares.findLiveByNote(selection.noteNo)
      : await repositories.shares.findLiveByAuthor(selection.hubNo, selection.authorNo, selection.before)
  for (const share of shares) await withdrawShare(context, share, reason)
}

/** Withdraws a share and publishes it, unless it was withdrawn before. */
export async function withdrawShare(
  context: Context,
  share: ShareRecord,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { repositories, clock } = context
  const { hubNo, noteNo, seq } = share
  await mutateHub(context, hubNo, {
    save: () => repositories.shares.withdraw(hubNo, seq, clock()),
    bumpVersion: () => repositories.hubs.recordWithdrawal(hubNo),
    async publish(hub, { isWritable }) {
      if (isWritable) await endLostRights(context, { noteNo })
      await publishWithdrawn(context, hub, share, reason)
      // The thread is hidden until the note is shared again.
      await publishNotificationCounts(
        context,
        await repositories.notifications.removeThread({ hubNo, noteNo }),
      )
    },
  })
}
