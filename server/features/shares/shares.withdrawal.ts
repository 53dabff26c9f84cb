import type { Context } from '#server/context.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { publishNumbers } from '#server/features/inbox/inbox.events.ts'
import { publishWithdrawn } from './shares.events.ts'
import type { ShareRecord } from './shares.store.ts'

/** By an author in a hub all, or those shared before a time. */
type Which = { noteNo: number } | { hubNo: number; authorNo: number; before: Date | undefined }

/** Ends the live shares of a note, or of an author in a hub, and tells those who saw them. Safe to repeat. */
export async function withdrawShares(
  context: Context,
  which: Which,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { stores } = context
  const shares =
    'noteNo' in which
      ? await stores.shares.liveOfNote(which.noteNo)
      : await stores.shares.liveOfAuthor(which.hubNo, which.authorNo, which.before)
  for (const share of shares) await withdrawShare(context, share, reason)
}

/** Ends a share, unless it has ended already, and tells those who may have seen it. */
export async function withdrawShare(
  context: Context,
  share: ShareRecord,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { stores, clock } = context
  const { hubNo, noteNo, seq } = share
  await mutateHub(context, hubNo, {
    save: () => stores.shares.withdraw(hubNo, seq, clock()),
    count: () => stores.hubs.countWithdrawal(hubNo),
    async publish(hub) {
      await publishWithdrawn(context, hub, share, reason)
      // Nobody can read what was said there, until it is shared again.
      await publishNumbers(context, await stores.notifications.forgetThread({ hubNo, noteNo }))
    },
  })
}
