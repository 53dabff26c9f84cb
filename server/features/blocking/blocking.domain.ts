import type { Viewer } from '#protocol/access.ts'
import { BLOCKED_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { standingsOf } from '#server/features/acquaintances/acquaintances.domain.ts'
import { isKnown } from '#server/features/acquaintances/acquaintances.rules.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'

/** Null when the person is blocked from now on, else why not. Told to nobody but the viewer's own screens. */
export async function block(
  context: Context,
  viewer: Viewer,
  userNo: number,
): Promise<'blocking.tooMany' | null> {
  const { stores, clock } = context
  if (userNo === viewer.userNo) throw new RequestError('invalid', { field: 'userNo' })
  const [standing = {}] = await standingsOf(context, viewer, [userNo])
  if (standing.isBlocked) return null
  if (!isKnown(standing)) throw notFound()
  await stores.personBlocks.add(viewer.userNo, userNo, clock())
  // Counted afterwards, so that it holds however many are added at once.
  if ((await stores.personBlocks.countOf(viewer.userNo)) > BLOCKED_MAX) {
    await stores.personBlocks.remove(viewer.userNo, userNo)
    return 'blocking.tooMany'
  }
  announceOwnBlocks(context, viewer)
  return null
}

/** Whoever is not blocked stays so. */
export async function unblock(context: Context, viewer: Viewer, userNo: number): Promise<void> {
  await context.stores.personBlocks.remove(viewer.userNo, userNo)
  announceOwnBlocks(context, viewer)
}

/** Last blocked first. */
export async function listBlocked({ stores }: Context, viewer: Viewer): Promise<PersonRecord[]> {
  const blocked = await stores.personBlocks.of(viewer.userNo)
  const people = await stores.users.people(blocked.map(({ blockedNo }) => blockedNo))
  return blocked.flatMap(({ blockedNo }) => people.get(blockedNo) ?? [])
}

function announceOwnBlocks({ live }: Context, viewer: Viewer): void {
  live.tellUser(viewer.userNo, 'blocked:changed', {})
}
