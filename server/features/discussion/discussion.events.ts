import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { pinnedIn } from './discussion.domain.ts'
import { inOrder } from './discussion.presenter.ts'

/** The pinned note is read after the hub took its version: of two pins the one with the higher version is right. */
export async function publishPinned(context: Context, hub: HubRecord): Promise<void> {
  const { hubNo, version } = hub
  context.live.emitToHub(hubNo, 'note:pinned', { hubNo, version, pinned: await pinnedIn(context, hub) })
}

/** Read after the hub took its version: of two announcements the one with the higher version is right. */
export async function publishReaders(
  { stores, live }: Context,
  { hubNo, version, members }: HubRecord,
  noteNos: readonly number[],
): Promise<void> {
  const memberNos = members.map(({ userNo }) => userNo)
  const readers = await stores.noteReads.readersAmong(memberNos, noteNos)
  const readings = noteNos.map(noteNo => ({ noteNo, readerNos: inOrder(readers.get(noteNo) ?? []) }))
  live.emitToHub(hubNo, 'readers:changed', { hubNo, version, readings })
}
