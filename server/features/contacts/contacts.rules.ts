import type { TextKey } from '#protocol/text/index.ts'
import type { Standing } from './standing.store.ts'

/**
 * Somebody exists for the viewer who is in a room with them, or whom they found lately and who has not blocked them.
 * Everybody else is answered for like a number that nobody has.
 */
export function isKnown({ person, isFound, isCompanion, hasBlocked }: Standing): boolean {
  if (person === undefined) return false
  return isCompanion === true || (isFound === true && hasBlocked !== true)
}

/** Why the viewer may not put these people into a room, or null when they may. Strangers first: all else tells that one exists. */
export function refusalToGather(standings: readonly Standing[]): TextKey | null {
  if (!standings.every(isKnown)) return 'hubs.personGone'
  if (standings.some(({ isBlocked }) => isBlocked)) return 'hubs.blockedByYou'
  if (standings.some(({ hasBlocked }) => hasBlocked)) return 'hubs.cannotBeTogether'
  return null
}
