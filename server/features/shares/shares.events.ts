import type { Context } from '#server/context.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { CountedShare, ShareRecord } from './shares.store.ts'
import { ownUnread, unreadOfMembers } from './shares.unread.ts'
import type { SharingBasis } from './sharing.store.ts'

/** A share in its hub as it was when it counted the share, and what is told with it. */
export interface ToldShare extends Pick<SharingBasis, 'hub' | 'commentCount'> {
  share: ShareRecord
  note: NoteSummary
  /** The hub's newest shares, read before or after this one was there. */
  newest: readonly CountedShare[]
}

export async function announceShared(context: Context, told: ToldShare): Promise<void> {
  const { share, hub, note, commentCount } = told
  const { hubNo, version } = hub
  const newest = [share, ...told.newest.filter(({ seq }) => seq !== share.seq)]
  const [unread, authors, titles] = await Promise.all([
    unreadOfMembers(context, hub, newest),
    context.people.of([note.authorNo]),
    context.topicTitles.of([note.subjectNo]),
  ])
  const own = ownUnread(hub, unread)
  const [author, title] = [authors.get(note.authorNo), titles.get(note.subjectNo)]
  const view = sharedNoteView(share, note, author, title, commentCount)
  context.live.tellMembers(hubNo, 'note:shared', { hubNo, version, note: view }, own)
  // Whoever had opened it before must not see it as new.
  const seenBy = hub.members.filter(({ userNo }) => share.seenBy?.includes(userNo))
  if (seenBy.length > 0)
    context.live.tellEach('note:opened', [[seenBy.map(({ userNo }) => userNo), { noteNo: note.noteNo }]])
}

export async function announceWithdrawn(
  context: Context,
  hub: HubRecord,
  { noteNo, seq }: ShareRecord,
  reason: 'cancelled' | 'deleted' | 'left',
): Promise<void> {
  const { hubNo, version } = hub
  const own = ownUnread(hub, await unreadOfMembers(context, hub))
  context.live.tellMembers(hubNo, 'note:withdrawn', { hubNo, version, noteNo, seq, reason }, own)
}

export async function announceNoteChanged(
  { live, topicTitles }: Context,
  { hubNo, version }: HubRecord,
  note: NoteSummary,
): Promise<void> {
  const titles = await topicTitles.of([note.subjectNo])
  live.emitToHub(hubNo, 'note:changed', {
    hubNo,
    version,
    noteNo: note.noteNo,
    articleTitle: note.title,
    subjectTitle: titles.get(note.subjectNo) ?? '',
    lastUpdate: note.lastUpdate.toISOString(),
    noteVersion: note.version,
  })
}
