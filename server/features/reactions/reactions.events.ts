import type { ReactionView } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ReactionSubject } from './reactions.repository.ts'

/**
 * Publishes all reactions, read after the version bump: of two events the one with the higher version is right.
 * Returns the published event.
 */
export async function publishReaction(
  { repositories, live }: Context,
  { hubNo, version }: HubRecord,
  subject: ReactionSubject,
): Promise<ReactionView> {
  const reaction = await repositories.reactions.findBySubject(subject)
  live.emitToHub(hubNo, 'empathy:changed', { hubNo, version, noteNo: subject.noteNo, empathy: reaction })
  return reaction
}
