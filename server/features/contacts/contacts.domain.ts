import type { Viewer } from '#protocol/access.ts'
import { mobileDigits } from '#protocol/accounts.ts'
import { SEARCH_STARTS_ABOVE } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { emailKeyOf, type PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { rejectionToGather } from './contacts.rules.ts'
import { contactsSince } from './contacts.store.ts'
import type { Relationship } from './relationships.store.ts'

/**
 * Exact addresses and numbers only: the search must not list our users. Oneself is found, too; who has blocked the viewer
 * is not, nor, by an e-mail that is still to be confirmed, anybody. Those found may be put into rooms for a while, from any node.
 */
export async function searchFriends(
  { stores, mailer, clock }: Context,
  viewer: Viewer,
  candidates: string[],
): Promise<PersonRecord[]> {
  const long = candidates.filter(candidate => candidate.length > SEARCH_STARTS_ABOVE)
  const mobiles = long.filter(candidate => /^[+\d\s()-]+$/.test(candidate)).map(mobileDigits)
  const emailKeys = long.filter(candidate => candidate.includes('@')).map(emailKeyOf)
  const matching = await stores.users.search({ emailKeys, mobiles, confirmedAlone: mailer.delivers })
  const blockers = await stores.personBlocks.blockersAmong(
    matching.map(({ userNo }) => userNo),
    viewer.userNo,
  )
  const found = matching.filter(({ userNo }) => !blockers.has(userNo))
  const others = found.map(({ userNo }) => userNo).filter(userNo => userNo !== viewer.userNo)
  await stores.contacts.record(viewer.userNo, others, clock())
  return found
}

/** How each of these people stands to the viewer, in their order. */
export async function relationshipsWith(
  { stores, clock }: Context,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<Relationship[]> {
  const relationships = await stores.relationships.of(viewer.userNo, userNos, contactsSince(clock()))
  return userNos.map(userNo => relationships.get(userNo) ?? {})
}

/**
 * Those whom the viewer wants to put into a room, or why they may not. To be asked before anything else that tells whether
 * they exist. A block that comes after this is as one that comes after the room: rooms made before it stay.
 */
export async function gather(
  context: Context,
  viewer: Viewer,
  userNos: readonly number[],
): Promise<{ people: PersonRecord[] } | { rejected: TextKey }> {
  const [own, ...relationships] = await relationshipsWith(context, viewer, [viewer.userNo, ...userNos])
  // A session is trusted for some seconds without asking for its account.
  if (own?.person === undefined) throw notSignedIn()
  const rejected = rejectionToGather(relationships)
  return rejected === null ? { people: relationships.flatMap(({ person }) => person ?? []) } : { rejected }
}
