import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { sorted } from './discussion.presenter.ts'

/** Reads after the version bump, because receivers ignore an event whose version is not higher. */
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
