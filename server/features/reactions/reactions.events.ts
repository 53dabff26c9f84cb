import type { ReactionView } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ReactionSubject } from './reactions.store.ts'

/**
 * Tells all who empathize, read after the hub took its version: of two announcements the one with the higher version is right. Gives
 * what was told.
 */
export async function publishReaction(
  { stores, live }: Context,
  { hubNo, version }: HubRecord,
  subject: ReactionSubject,
): Promise<ReactionView> {
  const reaction = await stores.reactions.with(subject)
  live.emitToHub(hubNo, 'empathy:changed', { hubNo, version, noteNo: subject.noteNo, empathy: reaction })
  return reaction
}
