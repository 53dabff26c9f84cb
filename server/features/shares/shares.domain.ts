import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type ListedHub, listHubs, ownHub } from '#server/features/hubs/hubs.listing.ts'
import { ownNote } from '#server/features/notes/notes.domain.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/page.ts'
import { announceShared, bylineOf, tellable } from './shares.events.ts'
import { follows } from './shares.rules.ts'
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
  const now = clock()
  const seenBy = readers.length > 0 && { seenBy: readers }
  const [made, byline] = await Promise.all([
    stores.shares.insert(
      { hubNo, noteNo, authorNo: viewer.userNo, sharedAt: now, ...seenBy },
      before.lastSeq,
    ),
    bylineOf(context, viewer.userNo, subjectNo),
  ])
  const share = made ?? (await stores.shares.live(hubNo, noteNo))
  if (share === null || (made === null && share.seq <= before.lastSeq)) return

  // Meanwhile the note may have been changed or deleted, the share cancelled, the author gone from the hub: looked at
  // while the share is counted, which holds if nothing else was counted since `before`, and else once more.
  const [hub, early] = await Promise.all([
    stores.hubs.countShare(hubNo, viewer.userNo, share.seq, now),
    tellable(context, before, share),
  ])
  const { note, isLive, ...rest } = hub && !follows(hub, before) ? await tellable(context, hub, share) : early
  if (hub === null || note === null) {
    // Whoever read meanwhile has seen or counted it.
    await withdrawShare(context, share, hub === null ? 'left' : 'deleted')
    throw notFound()
  }
  if (isLive) announceShared(context, hub, { share, note, byline, ...rest })
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
