import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { noComments, summarizeThreads } from '#server/features/comments/comments.summaries.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { type Page, pageOf } from '#server/platform/page.ts'

export interface SharedNote {
  share: ShareRecord
  note: NoteSummary
  /** Shared by somebody else since the viewer came, and not yet opened by the viewer. */
  isNew: boolean
  commentCount: number
  hasNewComments: boolean
}

/**
 * The hub's version is read before its shares, so the page holds at least all that happened up to it. Total and page are
 * two readings: both keep to the shares that were there at the first, so that an event can tell whether they hold it.
 */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  asked: { selectedHubNo: number; curPageNo: number; numberOfItemsPerPage: number },
): Promise<Page<SharedNote> & { version: number; lastSeq: number }> {
  const { stores } = context
  const hub = await ownHub(context, viewer, asked.selectedHubNo)
  const { hubNo, version } = hub
  const { total, lastSeq } = await stores.shares.liveIn(hubNo)
  const page = await pageOf(asked.curPageNo, asked.numberOfItemsPerPage, total, range =>
    stores.shares.livePage(hubNo, lastSeq, range),
  )
  const noteNos = page.items.map(share => share.noteNo)
  const [notes, opened, threads] = await Promise.all([
    stores.notes.summaries(noteNos),
    stores.noteReads.openedBy(viewer.userNo, noteNos),
    summarizeThreads(context, viewer, hub, noteNos),
  ])
  const { joinedAt } = memberOf(hub, viewer.userNo)
  // A note that has just been deleted is gone before its shares are.
  const items = page.items.flatMap(share => {
    const note = notes.get(share.noteNo)
    const isOld = share.authorNo === viewer.userNo || share.sharedAt < joinedAt || opened.has(share.noteNo)
    const { commentCount, hasNewComments } = threads.get(share.noteNo) ?? noComments
    return note ? [{ share, note, isNew: !isOld, commentCount, hasNewComments }] : []
  })
  return { ...page, items, version, lastSeq }
}
