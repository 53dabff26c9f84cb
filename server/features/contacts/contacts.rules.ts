import type { TextKey } from '#protocol/text/index.ts'
import type { Relationship } from './relationships.store.ts'

/**
 * Somebody exists for the viewer who is in a room with them, or whom they found lately and who has not blocked them.
 * Everybody else is answered for like a number that nobody has.
 */
export function isKnown({ person, isFound, isCompanion, hasBlocked }: Relationship): boolean {
  if (person === undefined) return false
  return isCompanion === true || (isFound === true && hasBlocked !== true)
}

/** Why the viewer may not put these people into a room, or null when they may. Strangers first: all else tells that one exists. */
export function rejectionToGather(relationships: readonly Relationship[]): TextKey | null {
  if (!relationships.every(isKnown)) return 'hubs.personGone'
  if (relationships.some(({ isBlocked }) => isBlocked)) return 'hubs.blockedByYou'
  if (relationships.some(({ hasBlocked }) => hasBlocked)) return 'hubs.cannotBeTogether'
  return null
}
