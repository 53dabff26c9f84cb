import type { Context } from '#server/context.ts'
import { sharedNoteView } from '#server/features/discussion/discussion.presenter.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from './shares.store.ts'
import { ownUnread } from './shares.unread.ts'

/** What a share's event tells besides the share and its note; read while they are looked at once more. */
export async function surroundingsOf(
  context: Context,
  hub: HubRecord,
  { authorNo, noteNo }: ShareRecord,
  subjectNo: number,
) {
  const { stores } = context
  const [people, titles, commentCount, own] = await Promise.all([
    stores.users.people([authorNo]),
    stores.topics.titles([subjectNo]),
    stores.comments.countIn(hub.hubNo, noteNo),
    ownUnread(context, hub),
  ])
  return { author: people.get(authorNo), subjectTitle: titles.get(subjectNo), commentCount, own }
}

interface SharedAnew extends Awaited<ReturnType<typeof surroundingsOf>> {
  share: ShareRecord
  note: NoteSummary
}

export function announceShared(
  { live }: Context,
  hub: HubRecord,
  { share, note, author, subjectTitle, commentCount, own }: SharedAnew,
): void {
  const { hubNo, version } = hub
  const view = sharedNoteView(share, note, author, subjectTitle, commentCount)
  live.tellMembers(hubNo, 'note:shared', { hubNo, version, note: view }, own)
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
  const own = await ownUnread(context, hub)
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
