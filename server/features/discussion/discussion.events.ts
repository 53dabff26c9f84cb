import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { sorted } from './discussion.presenter.ts'
import { findPinned } from './discussion.service.ts'

/** Reads the pinned note after the version bump: of two pins the one with the higher version is right. */
export async function publishPinned(context: Context, hub: HubRecord): Promise<void> {
  const { hubNo, version } = hub
  context.live.emitToHub(hubNo, 'note:pinned', { hubNo, version, pinned: await findPinned(context, hub) })
}

/** Reads after the version bump: of two events the one with the higher version is right. */
export async function publishReaders(
  { repositories, live }: Context,
  { hubNo, version, members }: HubRecord,
  noteNos: readonly number[],
): Promise<void> {
  const memberNos = members.map(({ userNo }) => userNo)
  const readers = await repositories.noteReads.findReadersAmong(memberNos, noteNos)
  const readings = noteNos.map(noteNo => ({ noteNo, readerNos: sorted(readers.get(noteNo) ?? []) }))
  live.emitToHub(hubNo, 'readers:changed', { hubNo, version, readings })
}
