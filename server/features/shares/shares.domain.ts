import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type ListedHub, listHubs, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import { ownNote } from '#server/features/notes/notes.domain.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/page.ts'
import { announceShared, type CountedIn, surroundingsOf } from './shares.events.ts'
import { follows } from './shares.rules.ts'
import type { NewShare } from './shares.store.ts'
import { withdrawShare } from './shares.withdrawal.ts'

export async function listShareHubs(
  context: Context,
  viewer: Viewer,
  asked: { noteNo: number; curPageNo: number; hubsPerPage: number },
): Promise<Page<ListedHub> & { shared: number[]; readCounts: number[] }> {
  await ownNote(context, viewer, asked.noteNo)
  const [page, shared, readers] = await Promise.all([
    listHubs(context, viewer, asked),
    context.stores.shares.hubsWith(asked.noteNo),
    context.stores.noteReads.readersOf(asked.noteNo),
  ])
  const hasRead = new Set(readers)
  const readCounts = page.items.map(
    ({ members }) => members.filter(({ userNo }) => hasRead.has(userNo)).length,
  )
  return { ...page, shared, readCounts }
}

export interface ShareRequest {
  hubNo: number
  noteNo: number
}

/** Sharing again what is shared changes nothing, but finishes a sharing that was cut off before it was announced. */
export async function shareNote(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: ShareRequest,
): Promise<void> {
  const { stores, clock } = context
  const [before, readers, { subjectNo }] = await Promise.all([
    ownHub(context, viewer, hubNo),
    stores.noteReads.readersOf(noteNo),
    ownNote(context, viewer, noteNo),
  ])
  const shared = { noteNo, authorNo: viewer.userNo }
  const seenBy = readers.length > 0 && { seenBy: readers }
  const [counted, early] = await Promise.all([
    saveAndCount(context, before, { hubNo, ...shared, sharedAt: clock(), ...seenBy }),
    surroundingsOf(context, before, { ...shared, subjectNo }),
  ])
  if (counted === null) return
  if (follows(counted.hub, before)) return announceShared(context, { ...counted, ...early })

  // Something else was counted in between: the share cancelled, the note changed, a comment or a membership.
  const [live, note, late] = await Promise.all([
    stores.shares.live(hubNo, noteNo),
    stores.notes.summary(noteNo),
    surroundingsOf(context, counted.hub, { ...shared, subjectNo }),
  ])
  if (live?.seq === counted.share.seq && note) await announceShared(context, { ...counted, note, ...late })
}

/** Null when the hub has counted it before. Undone when the author is gone from the hub meanwhile, or the note deleted. */
async function saveAndCount(
  context: Context,
  before: HubRecord,
  newShare: NewShare,
): Promise<CountedIn | null> {
  const { stores } = context
  const { hubNo, noteNo, authorNo, sharedAt } = newShare
  const made = await stores.shares.insert(newShare, before.lastSeq)
  const share = made ?? (await stores.shares.live(hubNo, noteNo))
  if (share === null || (made === null && share.seq <= before.lastSeq)) return null
  const [hub, note] = await Promise.all([
    stores.hubs.countShare(hubNo, authorNo, share.seq, sharedAt),
    stores.notes.summary(noteNo),
  ])
  if (hub !== null && note !== null) return { share, hub, note }
  // Whoever read meanwhile has seen or counted it.
  await withdrawShare(context, share, hub === null ? 'left' : 'deleted')
  throw notFound()
}

export async function unshareNote(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: ShareRequest,
): Promise<void> {
  await ownNote(context, viewer, noteNo)
  await ownHub(context, viewer, hubNo)
  const share = await context.stores.shares.live(hubNo, noteNo)
  if (share) await withdrawShare(context, share, 'cancelled')
}
