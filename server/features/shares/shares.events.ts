import type { Context } from '#server/context.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from './shares.store.ts'
import { ownUnread, unreadOfMembers } from './shares.unread.ts'

/** Whose a shared note is, and under which of their topics. */
export async function bylineOf({ stores }: Context, authorNo: number, subjectNo: number) {
  const [people, titles] = await Promise.all([
    stores.users.people([authorNo]),
    stores.topics.titles([subjectNo]),
  ])
  return { author: people.get(authorNo), subjectTitle: titles.get(subjectNo) }
}

/** What else there is to tell of a share now. */
export async function tellable(context: Context, hub: HubRecord, { noteNo, seq }: ShareRecord) {
  const { stores } = context
  const [note, live, commentCount, unread] = await Promise.all([
    stores.notes.summary(noteNo),
    stores.shares.live(hub.hubNo, noteNo),
    stores.comments.countIn(hub.hubNo, noteNo),
    unreadOfMembers(context, hub),
  ])
  return { note, isLive: live?.seq === seq, commentCount, unread }
}

interface SharedAnew {
  share: ShareRecord
  note: NoteSummary
  byline: Awaited<ReturnType<typeof bylineOf>>
  commentCount: number
  unread: Map<number, number>
}

export function announceShared(
  { live }: Context,
  hub: HubRecord,
  { share, note, byline, commentCount, unread }: SharedAnew,
): void {
  const { hubNo, version } = hub
  const view = sharedNoteView(share, note, byline.author, byline.subjectTitle, commentCount)
  live.tellMembers(hubNo, 'note:shared', { hubNo, version, note: view }, ownUnread(hub, unread))
  // Whoever had opened it before must not see it as new.
  const seenBy = hub.members.filter(({ userNo }) => share.seenBy?.includes(userNo))
  if (seenBy.length > 0)
    live.tellEach('note:opened', [[seenBy.map(({ userNo }) => userNo), { noteNo: note.noteNo }]])
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

/** To every hub in which the note is shared now. */
export async function announceNoteChanged(context: Context, note: NoteSummary): Promise<void> {
  const { stores, live } = context
  for (const hubNo of await stores.shares.hubsWith(note.noteNo)) {
    const hub = await stores.hubs.countChange(hubNo)
    if (hub === null) continue
    live.tellHub(hubNo, 'note:changed', {
      hubNo,
      version: hub.version,
      noteNo: note.noteNo,
      articleTitle: note.title,
      lastUpdate: note.lastUpdate.toISOString(),
      noteVersion: note.version,
    })
  }
}
