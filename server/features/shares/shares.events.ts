import type { ServerEventPayload } from '#protocol/events.ts'
import type { Context } from '#server/context.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import type { SavedNote } from '#server/features/notes/notes.saving.store.ts'
import type { NoteInList } from '#server/features/notes/notes.store.ts'
import type { ShareContext } from './createShare.store.ts'
import type { CountedShare, ShareRecord } from './shares.store.ts'
import { type KnownUnread, ownUnread, unreadOfMembers, unreadWithShare } from './shares.unread.ts'

/** A share in its hub as it was when it counted the share, and what is told with it. */
export interface PublishedShare extends Pick<ShareContext, 'hub' | 'readers' | 'thread' | 'empathyNos'> {
  share: ShareRecord
  note: NoteInList
  /** The members' unread numbers before it was there; null when they are to be found from `newest`. */
  known: KnownUnread | null
  /** The hub's newest shares, read before or after this one was there. */
  newest: readonly CountedShare[]
}

type OwnPart = [userNos: number[], Partial<ServerEventPayload<'note:shared'>>]

export async function publishShared(context: Context, told: PublishedShare): Promise<void> {
  const { share, hub, note, thread, empathyNos: reactionNos, known } = told
  const { hubNo, version } = hub
  const newest = [share, ...told.newest.filter(({ seq }) => seq !== share.seq)]
  const [unread, people, topicTitles] = await Promise.all([
    known ? unreadWithShare(known, hub, share) : unreadOfMembers(context, hub, newest),
    context.people.of([note.authorNo, ...(thread.newest ? [thread.newest.writerNo] : [])]),
    context.topicTitles.of([note.subjectNo]),
  ])
  // Whoever had opened it before must not see it as new.
  const opened = new Set(share.seenBy)
  const own = ownUnread(hub, unread).flatMap(([userNos, told]): OwnPart[] => [
    [userNos.filter(userNo => !opened.has(userNo)), told],
    [userNos.filter(userNo => opened.has(userNo)), { ...told, isNew: false }],
  ])
  const shown = { share, note, excerpt: firstWordsOf(note.beginning), thread, empathyNos: reactionNos }
  const view = sharedNoteView(
    { ...shown, readerNos: membersAmong(hub, told.readers) },
    { people, topicTitles },
  )
  context.live.tellMembers(hubNo, 'note:shared', { hubNo, version, note: view }, own)
  // Clients of the release before learn it so.
  const seenBy = membersAmong(hub, share.seenBy ?? [])
  if (seenBy.length > 0) context.live.tellEach('note:opened', [[seenBy, { noteNo: note.noteNo }]])
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
  const own = ownUnread(hub, await unreadOfMembers(context, hub))
  context.live.tellMembers(hubNo, 'note:withdrawn', { hubNo, version, noteNo, seq, reason }, own)
}

export async function publishNoteChanged(
  { live, topicTitles }: Context,
  { hubNo, version }: HubRecord,
  note: SavedNote,
): Promise<void> {
  const titles = await topicTitles.of([note.subjectNo])
  live.emitToHub(hubNo, 'note:changed', {
    hubNo,
    version,
    noteNo: note.noteNo,
    articleTitle: note.title,
    subjectTitle: titles.get(note.subjectNo) ?? '',
    excerpt: firstWordsOf(note.beginning),
    lastUpdate: note.lastUpdate.toISOString(),
    noteVersion: note.version,
  })
}
