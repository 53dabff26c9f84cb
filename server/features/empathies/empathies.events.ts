import type { EmpathyView } from '#protocol/empathies.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { EmpathySubject } from './empathies.store.ts'

/**
 * Tells all who empathize, read after the hub took its version: of two announcements the one with the higher version is right. Gives
 * what was told.
 */
export async function announceEmpathy(
  { stores, live }: Context,
  { hubNo, version }: HubRecord,
  subject: EmpathySubject,
): Promise<EmpathyView> {
  const empathy = await stores.empathies.with(subject)
  live.emitToHub(hubNo, 'empathy:changed', { hubNo, version, noteNo: subject.noteNo, empathy })
  return empathy
}
