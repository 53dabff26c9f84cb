import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { isKnown, relationshipsWith } from '#server/features/contacts/contacts.service.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'

/** Publishes to the viewer's own tabs only. Throws `notFound` if the viewer does not know the user, and `quota`. */
export async function blockUser(context: Context, viewer: Viewer, userNo: number): Promise<void> {
  const { repositories, clock } = context
  if (userNo === viewer.userNo) throw new RequestError('invalid', { field: 'userNo' })
  const [relationship = {}] = await relationshipsWith(context, viewer, [userNo])
  // An earlier attempt may have failed halfway.
  if (relationship.isBlocked) return endLostRights(context, { userNo })
  if (!isKnown(relationship)) throw notFound()
  await createWithinQuota(context, ['blocks', viewer.userNo], {
    count: () => repositories.blocks.countByUser(viewer.userNo),
    create: () => repositories.blocks.add(viewer.userNo, userNo, clock()),
    rollback: () => repositories.blocks.remove(viewer.userNo, userNo),
  })
  await endLostRights(context, { userNo })
  publishOwnBlocks(context, viewer)
}

/** Idempotent. */
export async function unblockUser(context: Context, viewer: Viewer, userNo: number): Promise<void> {
  await context.repositories.blocks.remove(viewer.userNo, userNo)
  publishOwnBlocks(context, viewer)
}

/** Newest first. */
export async function listBlocked(context: Context, viewer: Viewer): Promise<PersonRecord[]> {
  const blocked = await context.repositories.blocks.findByUser(viewer.userNo)
  const people = await context.people.getMany(blocked.map(({ blockedNo }) => blockedNo))
  return blocked.flatMap(({ blockedNo }) => people.get(blockedNo) ?? [])
}

/** Only to the viewer's own tabs, which refetch the list. */
function publishOwnBlocks({ live }: Context, viewer: Viewer): void {
  live.emitToUser(viewer.userNo, 'blocked:changed', {})
}
