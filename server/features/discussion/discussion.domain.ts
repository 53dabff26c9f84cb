import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { type Page, pageOf } from '#server/platform/page.ts'

export interface SharedNote {
  share: ShareRecord
  note: NoteSummary
}

/** The hub's version is read before its shares, so the page holds at least all that happened up to it. */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  asked: { selectedHubNo: number; curPageNo: number; numberOfItemsPerPage: number },
): Promise<Page<SharedNote> & { version: number }> {
  const { stores } = context
  const { hubNo, version } = await ownHub(context, viewer, asked.selectedHubNo)
  const total = await stores.shares.liveCountIn(hubNo)
  const page = await pageOf(asked.curPageNo, asked.numberOfItemsPerPage, total, range =>
    stores.shares.livePage(hubNo, range),
  )
  const notes = await stores.notes.summaries(page.items.map(share => share.noteNo))
  // A note that has just been deleted is gone before its shares are.
  const items = page.items.flatMap(share => {
    const note = notes.get(share.noteNo)
    return note ? [{ share, note }] : []
  })
  return { ...page, items, version }
}
