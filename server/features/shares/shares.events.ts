import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { CountedShare, ShareRecord } from './shares.store.ts'
import { newestUnread, ownUnread, unreadOfMembers } from './shares.unread.ts'

/** A share, its note, and its hub as it was when it counted the share. */
interface CountedIn {
  share: ShareRecord
  hub: HubRecord
  note: NoteSummary
}

/** What else is told of a share, and what each member's unread number is counted from. */
interface Surroundings {
  author: PersonRecord | undefined
  subjectTitle: string | undefined
  commentCount: number
  unread: CountedShare[]
}

export async function surroundingsOf(
  context: Context,
  hub: HubRecord,
  { noteNo, authorNo, subjectNo }: Pick<NoteSummary, 'noteNo' | 'authorNo' | 'subjectNo'>,
): Promise<Surroundings> {
  const { stores } = context
  const [people, titles, commentCount, unread] = await Promise.all([
    stores.users.people([authorNo]),
    stores.topics.titles([subjectNo]),
    stores.comments.countIn(hub.hubNo, noteNo),
    newestUnread(context, hub),
  ])
  return { author: people.get(authorNo), subjectTitle: titles.get(subjectNo), commentCount, unread }
}

/** The surroundings may have been read before the share was there. */
export async function announceShared(context: Context, shared: CountedIn & Surroundings): Promise<void> {
  const { share, hub, note, author, subjectTitle, commentCount, unread } = shared
  const { hubNo, version } = hub
  const newest = [share, ...unread.filter(({ seq }) => seq !== share.seq)]
  const own = ownUnread(hub, await unreadOfMembers(context, hub, newest))
  const view = sharedNoteView(share, note, author, subjectTitle, commentCount)
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
