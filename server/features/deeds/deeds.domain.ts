import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import type { DeedRecord } from './deeds.store.ts'

/** Once it is done: what was refused is no deed. */
export async function recordDeed(
  { stores, clock }: Context,
  { userNo: byNo }: Viewer,
  deed: Pick<DeedRecord, 'kind' | 'aboutNo' | 'thingNo'>,
): Promise<void> {
  await stores.deeds.add({ ...deed, byNo, at: clock() })
}

/** But for what was settled of reports about the viewer. */
export async function listDeeds(
  { stores }: Context,
  { userNo }: Viewer,
  asked: { curPageNo: number; itemsPerPage: number },
): Promise<Page<DeedRecord>> {
  return pageAt(asked.curPageNo, asked.itemsPerPage, async range => {
    const [items, total] = await Promise.all([
      stores.deeds.pageFor(userNo, range),
      stores.deeds.countFor(userNo),
    ])
    return { items, total }
  })
}
