import type { ServerEventPayload } from '#protocol/events.ts'
import type { Context } from '#server/context.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { excerptOfListed } from '#server/features/notes/notes.excerpt.ts'
import type { NoteInList } from '#server/features/notes/notes.repository.ts'
import type { SavedNote } from '#server/features/notes/notes.saving.repository.ts'
import { withPassageCounts } from '#server/features/passages/commentPassage.ts'
import type { ShareContext } from './createShare.repository.ts'
import type { CountedShare, ShareRecord } from './shares.record.ts'
import { type CachedUnread, countUnreadOfMembers, groupUnread, unreadWithShare } from './shares.unread.ts'

/** A share with the hub at its version bump, and the data published with it. */
export interface PublishedShare extends Pick<ShareContext, 'hub' | 'readers' | 'thread' | 'reactionUserNos'> {
  share: ShareRecord
  note: NoteInList
  /** Unread counts before the share; null to compute them from `newest`. */
  known: CachedUnread | null
  /** The newest shares of the hub, with or without this one. */
  newest: readonly CountedShare[]
}

type OwnPart = [userNos: number[], Partial<ServerEventPayload<'note:shared'>>]

export async function publishShared(context: Context, published: PublishedShare): Promise<void> {
  const { share, hub, note, reactionUserNos, known } = published
  const { count, newest: uncounted } = published.thread
  const { hubNo, version } = hub
  const newest = [share, ...published.newest.filter(({ seq }) => seq !== share.seq)]
  const [[comment], unread, people, topicTitles] = await Promise.all([
    withPassageCounts(context, hubNo, uncounted ? [uncounted] : []),
    known ? unreadWithShare(known, hub, share) : countUnreadOfMembers(context, hub, newest),
    context.people.getMany([note.authorNo, ...(uncounted ? [uncounted.writerNo] : [])]),
    context.topicTitles.getMany([note.subjectNo]),
  ])
  // The share is not new to members who have opened the note before.
  const opened = new Set(share.seenBy)
  const own = groupUnread(hub, unread).flatMap(([userNos, count]): OwnPart[] => [
    [userNos.filter(userNo => !opened.has(userNo)), count],
    [userNos.filter(userNo => opened.has(userNo)), { ...count, isNew: false }],
  ])
  const thread = { count, ...(comment && { newest: comment }) }
  const noteView = { share, note, excerpt: excerptOfListed(note), thread, reactionUserNos }
  const view = sharedNoteView(
    { ...noteView, readerNos: membersAmong(hub, published.readers) },
    { people, topicTitles },
  )
  context.live.publishToMembers(hubNo, 'note:shared', { hubNo, version, note: view }, own)
  // Clients of the previous release read `seenBy`.
  const seenBy = membersAmong(hub, share.seenBy ?? [])
  if (seenBy.length > 0) context.live.publishToEach('note:opened', [[seenBy, { noteNo: note.noteNo }]])
}

function membersAmong({ members }: HubRecord, userNos: readonly number[]): number[] {
  const memberNos = new Set(members.map(({ userNo }) => userNo))
  return userNos.filter(userNo => memberNos.has(userNo))
}

export async function publishWithdrawn(
  context: Context,
  hub: HubRecord,
  { noteNo, seq }: ShareRecord,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { hubNo, version } = hub
  const own = groupUnread(hub, await countUnreadOfMembers(context, hub))
  context.live.publishToMembers(hubNo, 'note:withdrawn', { hubNo, version, noteNo, seq, reason }, own)
}

export async function publishNoteChanged(
  { live, topicTitles }: Context,
  { hubNo, version }: HubRecord,
  note: SavedNote,
): Promise<void> {
  const titles = await topicTitles.getMany([note.subjectNo])
  live.emitToHub(hubNo, 'note:changed', {
    hubNo,
    version,
    noteNo: note.noteNo,
    articleTitle: note.title,
    subjectTitle: titles.get(note.subjectNo) ?? '',
    excerpt: excerptOfListed(note),
    lastUpdate: note.lastUpdate.toISOString(),
    noteVersion: note.version,
    ...(note.series && { isSeries: true }),
  })
}
