import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { relationshipsWith } from '#server/features/contacts/contacts.domain.ts'
import { isKnown } from '#server/features/contacts/contacts.rules.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishOwnBlocks } from './blocking.events.ts'

/** Told to nobody but the viewer's own screens. Throws 'notFound' for whom the viewer does not know, and 'quota'. */
export async function block(context: Context, viewer: Viewer, userNo: number): Promise<void> {
  const { stores, clock } = context
  if (userNo === viewer.userNo) throw new RequestError('invalid', { field: 'userNo' })
  const [relationship = {}] = await relationshipsWith(context, viewer, [userNo])
  if (relationship.isBlocked) return
  if (!isKnown(relationship)) throw notFound()
  await createWithinQuota(context, ['blocks', viewer.userNo], {
    count: () => stores.personBlocks.countOf(viewer.userNo),
    make: () => stores.personBlocks.add(viewer.userNo, userNo, clock()),
    takeBack: () => stores.personBlocks.remove(viewer.userNo, userNo),
  })
  publishOwnBlocks(context, viewer)
}

/** Whoever is not blocked stays so. */
export async function unblock(context: Context, viewer: Viewer, userNo: number): Promise<void> {
  await context.stores.personBlocks.remove(viewer.userNo, userNo)
  publishOwnBlocks(context, viewer)
}

/** Last blocked first. */
export async function listBlocked(context: Context, viewer: Viewer): Promise<PersonRecord[]> {
  const blocked = await context.stores.personBlocks.of(viewer.userNo)
  const people = await context.people.of(blocked.map(({ blockedNo }) => blockedNo))
  return blocked.flatMap(({ blockedNo }) => people.get(blockedNo) ?? [])
}
