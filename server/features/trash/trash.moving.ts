import { hasSeen } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { publishDeleted } from '#server/features/notes/notes.events.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'
import type { EndedShare } from './trash.store.ts'

/**
 * A note leaves the hubs before it goes, so that the deletion of its topic, when it was cut off, still finds every note with
 * shares; and it is kept before it goes, as it is then: a save that comes in between is kept, too. Safe to repeat.
 */
export async function moveToTrash(context: Context, noteNo: number, subjectTitle: string): Promise<void> {
  const { stores, clock } = context
  for (let isGone = false; !isGone; ) {
    const note = await stores.notes.byNo(noteNo)
    if (note === null) break
    const { requestKey, sitting: editingSession, ...kept } = note
    const shares = note.everShared ? await endingShares(context, noteNo) : []
    await stores.trash.keep({ ...kept, subjectTitle, shares, keptAt: clock() })
    await withdrawShares(context, { noteNo }, 'deleted')
    isGone = await stores.notes.delete(note, clock())
    if (isGone) publishDeleted(context, note)
  }
  // What began meanwhile.
  await withdrawShares(context, { noteNo }, 'deleted')
  await stores.trash.settle(noteNo, clock())
}

async function endingShares({ stores }: Context, noteNo: number): Promise<EndedShare[]> {
  const shares = await stores.shares.liveOfNote(noteNo)
  return Promise.all(
    shares.map(async ({ hubNo, seq, sharedAt, seenBy = [] }) => {
      const hub = await stores.hubs.byNo(hubNo)
      const readers = hub?.members.filter(member => hasSeen(member, seq)) ?? []
      return { hubNo, sharedAt, seenBy: [...new Set([...seenBy, ...readers.map(({ userNo }) => userNo)])] }
    }),
  )
}

/** What a crash left between a note's topic and the trash: kept, and gone from its topic. */
export async function settleTrash({ stores }: Context, before: Date): Promise<void> {
  for (const noteNo of await stores.trash.unsettled(before))
    if ((await stores.notes.summary(noteNo)) === null) await stores.trash.settle(noteNo, before)
}
