import type { Viewer } from '#protocol/access.ts'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import { noComments, summarizeThreads } from '#server/features/comments/comments.summaries.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import { sharedNoteView } from './discussion.presenter.ts'

/**
 * The hub's version is read before its shares, so the page holds at least all that happened up to it. Total and page are
 * two readings: both keep to the shares that were there at the first, so that an event can tell whether they hold it.
 */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  asked: { selectedHubNo: number; curPageNo: number; numberOfItemsPerPage: number },
): Promise<Page<SharedNoteItem> & { version: number; lastSeq: number; pinned: SharedNoteView | null }> {
  const { stores } = context
  const hub = await ownHub(context, viewer, asked.selectedHubNo)
  const { hubNo, version } = hub
  const [{ total, lastSeq }, pin] = await Promise.all([
    stores.shares.liveIn(hubNo),
    pinnedShare(context, hub),
  ])
  const page = await pageOf(asked.curPageNo, asked.numberOfItemsPerPage, total, range =>
    stores.shares.livePage(hubNo, lastSeq, range),
  )
  const described = await describeShares(context, viewer, hub, pin ? [...page.items, pin] : page.items)
  const items = page.items.flatMap(({ seq }) => described.get(seq) ?? [])
  return { ...page, items, version, lastSeq, pinned: pin ? viewForAll(described.get(pin.seq)) : null }
}

async function pinnedShare(
  { stores }: Context,
  { hubNo, pinnedSeq }: HubRecord,
): Promise<ShareRecord | null> {
  return pinnedSeq === undefined ? null : stores.shares.liveAt(hubNo, pinnedSeq)
}

/** The pinned note as everybody in the hub may see it; null when none is, or not any more. */
export async function pinnedIn(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
): Promise<SharedNoteView | null> {
  const pin = await pinnedShare(context, hub)
  return pin && viewForAll((await describeShares(context, viewer, hub, [pin])).get(pin.seq))
}

/** By `seq`; shares of which nothing is shown any more are absent. */
async function describeShares(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
  shares: readonly ShareRecord[],
): Promise<Map<number, SharedNoteItem>> {
  const { notes, noteReads } = context.stores
  const noteNos = [...new Set(shares.map(share => share.noteNo))]
  const [summaries, opened, threads] = await Promise.all([
    notes.summaries(noteNos),
    noteReads.openedBy(viewer.userNo, noteNos),
    summarizeThreads(context, viewer, hub, noteNos),
  ])
  const found = [...summaries.values()]
  const [people, titles] = await Promise.all([
    context.people.of(found.map(({ authorNo }) => authorNo)),
    context.topicTitles.of(found.map(({ subjectNo }) => subjectNo)),
  ])
  const { joinedAt } = memberOf(hub, viewer.userNo)
  const described = new Map<number, SharedNoteItem>()
  for (const share of shares) {
    // A note that has just been deleted is gone before its shares are; of an account that is being deleted nothing is shown.
    const note = summaries.get(share.noteNo)
    const author = note && people.get(note.authorNo)
    if (!note || !author) continue
    const isAuthor = note.authorNo === viewer.userNo
    const isOld = isAuthor || share.sharedAt < joinedAt || opened.has(share.noteNo)
    const { commentCount, hasNewComments } = threads.get(share.noteNo) ?? noComments
    const view = sharedNoteView(share, note, author, titles.get(note.subjectNo), commentCount)
    described.set(share.seq, { ...view, isAuthor, isNew: !isOld, hasNewComments })
  }
  return described
}

/** Without what is the viewer's own. */
function viewForAll(item: SharedNoteItem | undefined): SharedNoteView | null {
  if (item === undefined) return null
  const { isAuthor: _isAuthor, isNew: _isNew, hasNewComments: _hasNewComments, ...view } = item
  return view
}
