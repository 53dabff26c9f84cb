import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { publishReaders } from '#server/features/discussion/discussion.events.ts'
import { ownHub, requireMember } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { ownNote, requireAuthor } from '#server/features/notes/notes.domain.ts'
import { notifyDevices } from '#server/features/push/push.notify.ts'
import { notFound } from '#server/platform/errors.ts'
import { type PublishedShare, publishShared } from './shares.events.ts'
import type { NewShare, ShareRecord } from './shares.store.ts'
import { knownUnread, newestUnread } from './shares.unread.ts'
import { withdrawShare } from './shares.withdrawal.ts'

export interface ShareRequest {
  hubNo: number
  noteNo: number
}

/**
 * Takes two trips to the database when nothing else happens meanwhile in the hub, nor with the note (decision 0012): one
 * reads, one saves and counts. Otherwise the share is counted in turn, and read again. Sharing again what is shared
 * changes nothing, but finishes a sharing that was cut off before it was announced.
 * @param earlier what is kept of a share that ended and comes back.
 */
export async function shareNote(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: ShareRequest,
  earlier?: Pick<ShareRecord, 'sharedAt' | 'seenBy'>,
): Promise<void> {
  const { stores, clock } = context
  const basis = await stores.sharing.read(hubNo, noteNo)
  if (basis === null) throw notFound()
  const before = requireMember(viewer, basis.hub)
  const note = await requireAuthor(context, viewer, basis.note)
  const seen = [...new Set([...basis.readers, ...(earlier?.seenBy ?? [])])]
  const newShare = {
    hubNo,
    noteNo,
    authorNo: viewer.userNo,
    sharedAt: earlier?.sharedAt ?? clock(),
    ...(seen.length > 0 && { seenBy: seen }),
  }

  await mutateHub<{ share: ShareRecord; told?: PublishedShare }>(context, hubNo, {
    async save() {
      // Before the share is there, which they must not count.
      const known = knownUnread(context, before)
      const [saved, newest] = await Promise.all([
        stores.sharing.save(newShare, before, note),
        known ? [] : newestUnread(context, before),
      ])
      if (!saved?.isCounted || !saved.isNoteSame) return saveInTurn(context, before, newShare, saved?.share)
      const { share } = saved
      const hub = { ...before, version: before.version + 1, revision: before.revision + 1 }
      return { share, told: { ...basis, share, hub, note, known, newest } }
    },
    count: ({ share, told }) =>
      told?.hub ?? stores.hubs.countShare(hubNo, viewer.userNo, share.seq, newShare.sharedAt),
    async publish(hub, { share, told }) {
      const toldNow = told ?? (await readAgain(context, hub, share))
      if (toldNow === null) return
      await publishShared(context, toldNow)
      // What comes back from the trash is no news.
      if (!earlier) notifyDevicesOfShare(context, toldNow)
      await publishToOtherReaders(context, toldNow)
    },
    takeBack: ({ share }) => undo(context, share, 'left'),
  })
}

/** The share as it is there to be counted: just saved, or before by a sharing that was cut off. Null when it was counted. */
async function saveInTurn(
  { stores }: Context,
  { lastSeq }: HubRecord,
  newShare: NewShare,
  saved: ShareRecord | undefined,
): Promise<{ share: ShareRecord } | null> {
  const made = saved ?? (await stores.shares.insert(newShare, lastSeq))
  if (made) return { share: made }
  const share = await stores.shares.live(newShare.hubNo, newShare.noteNo)
  return share && share.seq > lastSeq ? { share } : null
}

/** Those of its members to whom the room is not silent. */
function notifyDevicesOfShare(context: Context, { hub, share }: PublishedShare): void {
  const recipients = hub.members.filter(({ userNo, muted }) => userNo !== share.authorNo && !muted)
  notifyDevices(
    context,
    recipients.map(({ userNo }) => userNo),
    share.sharedAt,
  )
}

/** Whoever opened the note elsewhere just before this share was there knew nothing of it (`tellOpened`). */
async function publishToOtherReaders(
  context: Context,
  { hub, note, readers }: PublishedShare,
): Promise<void> {
  const memberNos = hub.members.map(({ userNo }) => userNo)
  const found = await context.stores.noteReads.readersAmong(memberNos, [note.noteNo])
  const others = found.get(note.noteNo)?.filter(userNo => !readers.includes(userNo)) ?? []
  if (others.length === 0) return
  await mutateHub(context, hub.hubNo, {
    save: () => note,
    publish: later => publishReaders(context, later, [note.noteNo]),
  })
}

/** After it was counted, so that what was counted before is in what is told. Null when the share has ended by now. */
async function readAgain(
  context: Context,
  hub: HubRecord,
  share: ShareRecord,
): Promise<PublishedShare | null> {
  const { stores } = context
  const { hubNo, noteNo } = share
  const [basis, live, newest] = await Promise.all([
    stores.sharing.read(hubNo, noteNo),
    stores.shares.live(hubNo, noteNo),
    newestUnread(context, hub),
  ])
  if (!basis?.note) return undo(context, share, 'deleted')
  return live?.seq === share.seq ? { ...basis, share, hub, note: basis.note, known: null, newest } : null
}

/** When the author is gone from the hub by now, or the note deleted. Whoever read meanwhile has seen or counted it. */
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
