import type { Viewer } from '#protocol/access.ts'
import { mobileDigits } from '#protocol/accounts.ts'
import { SEARCH_STARTS_ABOVE } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { emailKeyOf, type PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { contactsSince, type Relationship } from './contacts.repository.ts'

/**
 * Matches full addresses and numbers only, so that nobody can enumerate users. Includes the viewer; excludes users
 * who have blocked the viewer and unconfirmed e-mail addresses. The viewer may add the found users to hubs for a
 * while, on any node.
 */
export async function lookUpFriends(
  { repositories, mailer, clock }: Context,
  viewer: Viewer,
  candidates: string[],
): Promise<PersonRecord[]> {
  const long = candidates.filter(candidate => candidate.length > SEARCH_STARTS_ABOVE)
  const mobiles = long.filter(candidate => /^[+\d\s()-]+$/.test(candidate)).map(mobileDigits)
  const emailKeys = long.filter(candidate => candidate.includes('@')).map(emailKeyOf)
  const matches = await repositories.users.search({ emailKeys, mobiles, confirmedAlone: mailer.sendsMail })
  const blockers = await repositories.blocks.findBlockersAmong(
    matches.map(({ userNo }) => userNo),
    viewer.userNo,
  )
  const found = matches.filter(({ userNo }) => !blockers.has(userNo))
  const others = found.map(({ userNo }) => userNo).filter(userNo => userNo !== viewer.userNo)
  await repositories.contacts.record(viewer.userNo, others, clock())
  return found
}

/** In the order of `userNos`. */
export async function relationshipsWith(
  { repositories, clock }: Context,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<Relationship[]> {
  const relationships = await repositories.relationships.findByUsers(
    viewer.userNo,
    userNos,
    contactsSince(clock()),
  )
  return userNos.map(userNo => relationships.get(userNo) ?? {})
}

/**
 * Returns the users whom the viewer wants to add to a hub, or the reason for a rejection. Check this before anything
 * else that reveals whether the users exist. A later block does not affect the hub.
 */
export async function resolveCandidates(
  context: Context,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<{ people: PersonRecord[] } | { rejected: TextKey }> {
  const [own, ...relationships] = await relationshipsWith(context, viewer, [viewer.userNo, ...userNos])
  // Nodes trust a session for some seconds without reading its account.
  if (own?.person === undefined) throw notSignedIn()
  const rejected = rejectionToAdd(relationships)
  return rejected === null ? { people: relationships.flatMap(({ person }) => person ?? []) } : { rejected }
}

/**
 * The viewer knows users in a common hub, and users looked up recently who have not blocked the viewer. All other
 * users are treated like a nonexistent number.
 */
export function isKnown({ person, wasLookedUp, sharesHub, hasBlocked }: Relationship): boolean {
  if (person === undefined) return false
  return sharesHub === true || (wasLookedUp === true && hasBlocked !== true)
}

/**
 * Reason why the viewer may not add these users to a hub, or null. Reports unknown users first: every other reason
 * reveals that the account exists.
 */
export function rejectionToAdd(relationships: readonly Relationship[]): TextKey | null {
  if (!relationships.every(isKnown)) return 'hubs.personGone'
  if (relationships.some(({ isBlocked }) => isBlocked)) return 'hubs.blockedByYou'
  if (relationships.some(({ hasBlocked }) => hasBlocked)) return 'hubs.cannotBeTogether'
  return null
}
