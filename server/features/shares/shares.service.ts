import { isMember, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { publishReaders } from '#server/features/discussion/discussion.events.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import {
  type ListedHub,
  listHubs,
  ownHub,
  requireMember,
  withUnreadAll,
} from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { planMailsOfShare } from '#server/features/mailNotifications/mailNotifications.service.ts'
import type { NoteInList } from '#server/features/notes/notes.repository.ts'
import { ownNote, requireAuthor } from '#server/features/notes/notes.service.ts'
import { limitSlowSearches } from '#server/features/notes/search.service.ts'
import { wordsOf } from '#server/features/notes/searchFields.ts'
import { notifyDevices } from '#server/features/push/push.service.ts'
import { findMatchingHubs } from '#server/features/search/search.hubs.ts'
import { requireHead } from '#server/features/series/series.rules.ts'
import { notFound } from '#server/platform/errors.ts'
import { loadPage, loadPageOf, type Page } from '#server/platform/paging.ts'
import { type PublishedShare, publishShared } from './shares.events.ts'
import type { NewShare, ShareRecord } from './shares.record.ts'
import { findNewestUnread, getCachedUnread } from './shares.unread.ts'
import { withdrawShare } from './shares.withdrawal.ts'

interface ShareRequest {
  hubNo: number
  noteNo: number
}

/**
 * Fast path: one round trip reads, another one saves the share and bumps the hub version (decision 0012). Slow path,
 * if the hub or the note changed meanwhile: a separate update bumps the version, and the data to publish is read again.
 * Sharing again changes nothing, but completes an interrupted share.
 * @param earlier state of a withdrawn share that is restored.
 */
export async function shareNote(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo }: ShareRequest,
  earlier?: Pick<ShareRecord, 'sharedAt' | 'isWritable' | 'seenBy'>,
): Promise<void> {
  const { repositories, clock } = context
  const shareContext = await repositories.createShare.read(hubNo, noteNo)
  if (shareContext === null) throw notFound()
  const hubBefore = requireMember(viewer, shareContext.hub)
  const note = requireHead(await requireAuthor(context, viewer, shareContext.note))
  const openedBy = [...new Set([...shareContext.readers, ...(earlier?.seenBy ?? [])])]
  const newShare = {
    hubNo,
    noteNo,
    authorNo: viewer.userNo,
    sharedAt: earlier?.sharedAt ?? clock(),
    noteVersion: note.version,
    ...(earlier?.isWritable && { isWritable: true as const }),
    ...(openedBy.length > 0 && { seenBy: openedBy }),
  }

  await mutateHub<{ share: ShareRecord; published?: PublishedShare }>(context, hubNo, {
    async save() {
      // Read unread counts before the share is inserted, so that they do not include it.
      const cachedUnread = getCachedUnread(context, hubBefore)
      const [saved, newest] = await Promise.all([
        repositories.createShare.save(newShare, hubBefore, note),
        cachedUnread ? [] : findNewestUnread(context, hubBefore),
      ])
      if (!saved?.isCounted || !saved.isNoteSame)
        return saveOnSlowPath(context, hubBefore, newShare, saved?.share)
      const { share } = saved
      const hub = { ...hubBefore, version: hubBefore.version + 1, revision: hubBefore.revision + 1 }
      return { share, published: { ...shareContext, share, hub, note, known: cachedUnread, newest } }
    },
    bumpVersion: ({ share, published }) =>
      published?.hub ?? repositories.hubs.recordShare(hubNo, viewer.userNo, share.seq, newShare.sharedAt),
    async publish(hub, { share, published }) {
      const toPublish = published ?? (await readOnSlowPath(context, hub, share))
      if (toPublish === 'noteDeleted') return undoShare(context, share, 'deleted')
      if (toPublish === 'withdrawn') return
      await publishShared(context, toPublish)
      // No push for shares restored from the trash.
      if (!earlier) notifyOfShare(context, toPublish)
      await publishToOtherReaders(context, toPublish)
    },
    rollback: ({ share }) => undoShare(context, share, 'left'),
  })
}

/** The share to version: just saved, or left by an interrupted call. Null if it is versioned. */
async function saveOnSlowPath(
  { repositories }: Context,
  { lastSeq }: HubRecord,
  newShare: NewShare,
  saved: ShareRecord | undefined,
): Promise<{ share: ShareRecord } | null> {
  const made = saved ?? (await repositories.shares.insert(newShare, lastSeq))
  if (made) return { share: made }
  const share = await repositories.shares.findLive(newShare.hubNo, newShare.noteNo)
  return share && share.seq > lastSeq ? { share } : null
}

/** Members who have not muted the hub. */
function notifyOfShare(context: Context, { hub, share }: PublishedShare): void {
  const recipients = hub.members.filter(({ userNo, muted }) => userNo !== share.authorNo && !muted)
  const userNos = recipients.map(({ userNo }) => userNo)
  notifyDevices(context, userNos, share.sharedAt)
  planMailsOfShare(context, { hubNo: hub.hubNo, userNos, at: share.sharedAt })
}

/**
 * A member may have opened the note before this share existed; their read receipt is published here
 * (`markOpened`).
 */
async function publishToOtherReaders(
  context: Context,
  { hub, note, readers }: PublishedShare,
): Promise<void> {
  const memberNos = hub.members.map(({ userNo }) => userNo)
  const found = await context.repositories.noteReads.findReadersAmong(memberNos, [note.noteNo])
  const others = found.get(note.noteNo)?.filter(userNo => !readers.includes(userNo)) ?? []
  if (others.length === 0) return
  await mutateHub(context, hub.hubNo, {
    save: () => note,
    publish: later => publishReaders(context, later, [note.noteNo]),
  })
}

/** Reads after the version bump, so the event includes all earlier changes. */
async function readOnSlowPath(
  context: Context,
  hub: HubRecord,
  share: ShareRecord,
): Promise<PublishedShare | 'noteDeleted' | 'withdrawn'> {
  const { repositories } = context
  const { hubNo, noteNo } = share
  const [shareContext, live, newest] = await Promise.all([
    repositories.createShare.read(hubNo, noteNo),
    repositories.shares.findLive(hubNo, noteNo),
    findNewestUnread(context, hub),
  ])
  if (!shareContext?.note) return 'noteDeleted'
  if (live?.seq !== share.seq) return 'withdrawn'
  return { ...shareContext, share, hub, note: shareContext.note, known: null, newest }
}

/**
 * Undoes a share whose author left the hub or whose note was deleted. A member may have read or counted it meanwhile.
 */
async function undoShare(context: Context, share: ShareRecord, reason: 'left' | 'deleted'): Promise<never> {
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
  const share = await context.repositories.shares.findLive(hubNo, noteNo)
  if (share) await withdrawShare(context, share, 'cancelled')
  // An earlier attempt may have failed after it withdrew the share.
  else await endLostRights(context, { noteNo })
}

/** Lets the members of the hub write the note, or ends that on every node before the call is answered. */
export async function setSharedWriting(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, isOn }: ShareRequest & { isOn: boolean },
): Promise<void> {
  await ownNote(context, viewer, noteNo)
  const { members } = await ownHub(context, viewer, hubNo)
  const { shares, writing } = context.repositories
  if ((await shares.findLive(hubNo, noteNo)) === null) throw notFound()
  const isChanged = await writing.set(hubNo, noteNo, isOn)
  // Also if nothing changes: an earlier attempt may have failed halfway.
  if (!isOn) await endLostRights(context, { noteNo })
  if (!isChanged) return
  const memberNos = members.map(({ userNo }) => userNo)
  context.live.publishToEach('writing:changed', [[memberNos, { hubNo, noteNo }]])
}

interface ShareHubsRequest {
  noteNo: number
  query?: string | undefined
  curPageNo: number
  hubsPerPage: number
}

/** Hubs in which the viewer can share a note, whether it is shared there, and which members have opened it. */
export async function listShareHubs(
  context: Context,
  viewer: Viewer,
  request: ShareHubsRequest,
): Promise<Page<ListedHub> & { shared: number[]; writing: number[]; readers: number[][] }> {
  const { everShared } = requireHead(await ownNote(context, viewer, request.noteNo))
  // Nobody else can have opened a note that was never shared.
  const [page, hubs, readers] = await Promise.all([
    request.query === undefined
      ? listHubs(context, viewer, request)
      : findHubs(context, viewer, request.query, request),
    everShared ? context.repositories.writing.findHubs(request.noteNo) : { shared: [], writing: [] },
    everShared ? context.repositories.noteReads.findReaders(request.noteNo) : [],
  ])
  const hasRead = new Set(readers)
  const readersIn = ({ members }: ListedHub) =>
    members.map(({ userNo }) => userNo).filter(userNo => hasRead.has(userNo))
  return { ...page, ...hubs, readers: page.items.map(readersIn) }
}

async function findHubs(
  context: Context,
  viewer: Viewer,
  query: string,
  request: Pick<ShareHubsRequest, 'curPageNo' | 'hubsPerPage'>,
): Promise<Page<ListedHub>> {
  const { repositories, people } = context
  const searchEntries = await repositories.hubs.findSearchEntries(viewer.userNo)
  const members = await people.getMany([...new Set(searchEntries.flatMap(({ userNos }) => userNos))])
  const { found } = findMatchingHubs(wordsOf(query), { searchEntries, members, viewer })
  return loadPageOf(request.curPageNo, request.hubsPerPage, found.length, async ({ skip, limit }) => {
    const hubNos = found.slice(skip, skip + limit).map(({ hubNo }) => hubNo)
    const hubs = await repositories.hubs.findByNos(hubNos)
    // Members who left a hub see nothing of it.
    const own = hubNos.flatMap(hubNo => hubs.get(hubNo) ?? []).filter(hub => isMember(viewer, hub))
    return withUnreadAll(context, viewer.userNo, own)
  })
}

interface ShareNotesRequest {
  hubNo: number
  query?: string | undefined
  curPageNo: number
  itemsPerPage: number
}

/** The viewer's notes, and which of them are shared in the hub. */
export async function listShareNotes(
  context: Context,
  viewer: Viewer,
  { hubNo, query, curPageNo, itemsPerPage }: ShareNotesRequest,
): Promise<Page<NoteInList> & { shared: number[] }> {
  const { repositories } = context
  const authorNo = viewer.userNo
  await ownHub(context, viewer, hubNo)
  const page = await loadPage(curPageNo, itemsPerPage, async ({ skip, limit }) => {
    if (query === undefined) return repositories.notes.findPageByAuthor(authorNo, { skip, limit })
    const { count: total, headNos: noteNos } = await limitSlowSearches(context, viewer, () =>
      repositories.notes.search({ authorNo }, wordsOf(query), skip + limit),
    )
    const found = await repositories.notes.findForList(noteNos.slice(skip))
    return { total, items: found.toSorted((a, b) => noteNos.indexOf(a.noteNo) - noteNos.indexOf(b.noteNo)) }
  })
  const everShared = page.items.filter(note => note.everShared).map(({ noteNo }) => noteNo)
  return { ...page, shared: await repositories.shares.filterShared(hubNo, everShared) }
}
