import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type ListedHub, listHubs, ownHub, requireMember } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import { ownNote, requireAuthor } from '#server/features/notes/notes.domain.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/page.ts'
import { announceShared } from './shares.events.ts'
import type { NewShare, ShareRecord } from './shares.store.ts'
import { newestUnread } from './shares.unread.ts'
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
  const basis = await stores.sharing.read(hubNo, noteNo, viewer.userNo)
  if (basis === null) throw notFound()
  const before = requireMember(viewer, basis.hub)
  const note = await requireAuthor(context, viewer, basis.note)
  const seenBy = basis.readers.length > 0 && { seenBy: basis.readers }
  const newShare = { hubNo, noteNo, authorNo: viewer.userNo, sharedAt: clock(), ...seenBy }
  const [saved, newest] = await Promise.all([
    stores.sharing.save(newShare, before, note),
    newestUnread(context, before),
  ])
  if (!saved?.isCounted || !saved.isNoteSame) return shareInTurn(context, before, newShare, saved?.share)
  const hub = { ...before, version: before.version + 1, revision: before.revision + 1 }
  await announceShared(context, { ...basis, share: saved.share, hub, note, newest })
}

/**
 * When something else happened meanwhile: in the hub, with the note, or that it was shared there already.
 * Undone when the author is gone from the hub by now, or the note deleted.
 */
async function shareInTurn(
  context: Context,
  before: HubRecord,
  newShare: NewShare,
  inserted: ShareRecord | undefined,
): Promise<void> {
  const { stores } = context
  const { hubNo, noteNo, authorNo, sharedAt } = newShare
  const made = inserted ?? (await stores.shares.insert(newShare, before.lastSeq))
  const share = made ?? (await stores.shares.live(hubNo, noteNo))
  const isCountedBefore = made === null && share !== null && share.seq <= before.lastSeq
  if (share === null || isCountedBefore) return
  const hub = await stores.hubs.countShare(hubNo, authorNo, share.seq, sharedAt)
  if (hub === null) return undo(context, share, 'left')
  // After it was counted, so that what was counted before is in what is told.
  const [basis, live, newest] = await Promise.all([
    stores.sharing.read(hubNo, noteNo, authorNo),
    stores.shares.live(hubNo, noteNo),
    newestUnread(context, hub),
  ])
  if (!basis?.note) return undo(context, share, 'deleted')
  if (live?.seq === share.seq)
    await announceShared(context, { ...basis, share, hub, note: basis.note, newest })
}

/** Whoever read meanwhile has seen or counted it. */
async function undo(context: Context, share: ShareRecord, reason: 'left' | 'deleted'): Promise<never> {
  await withdrawShare(context, share, reason)
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
