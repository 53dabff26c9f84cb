import type { Viewer } from '#protocol/access.ts'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import { commentCountOf, newThreadsOf } from '#server/features/comments/comments.summaries.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import type { Card } from './card.ts'
import { pinnedCard, readCards } from './discussion.cards.ts'
import { sharedNoteView } from './discussion.presenter.ts'

/** The hub's version is read before its shares, so the page holds at least all that happened up to it. */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  asked: { selectedHubNo: number; curPageNo: number; numberOfItemsPerPage: number },
): Promise<Page<SharedNoteItem> & { version: number; lastSeq: number; pinned: SharedNoteView | null }> {
  const hub = await ownHub(context, viewer, asked.selectedHubNo)
  const { cards, pinned, ...page } = await pageAt(asked.curPageNo, asked.numberOfItemsPerPage, range =>
    readCards(context, hub, range),
  )
  const [items, [pin]] = await Promise.all([
    describeTo(context, viewer, hub, cards),
    viewsOf(context, pinned ? [pinned] : []),
  ])
  return { ...page, items, version: hub.version, pinned: pin?.view ?? null }
}

/** The pinned note as everybody in the hub may see it; null when none is, or not any more. */
export async function pinnedIn(context: Context, hub: HubRecord): Promise<SharedNoteView | null> {
  const pinned = await pinnedCard(context, hub)
  const [pin] = await viewsOf(context, pinned ? [pinned] : [])
  return pin?.view ?? null
}

/** With what is the viewer's own. */
async function describeTo(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
  cards: readonly Card[],
): Promise<SharedNoteItem[]> {
  const { joinedAt } = memberOf(hub, viewer.userNo)
  const mayBeNew = cards.filter(
    ({ share, note }) => note.authorNo !== viewer.userNo && share.sharedAt >= joinedAt,
  )
  const [shown, opened, newThreads] = await Promise.all([
    viewsOf(context, cards),
    context.stores.noteReads.openedBy(
      viewer.userNo,
      mayBeNew.map(({ note }) => note.noteNo),
    ),
    newThreadsOf(
      context,
      viewer,
      { hubNo: hub.hubNo, joinedAt },
      new Map(cards.map(({ note, writers }) => [note.noteNo, writers])),
    ),
  ])
  return shown.map(({ card, view }) => ({
    ...view,
    isAuthor: view.authorNo === viewer.userNo,
    isNew: mayBeNew.includes(card) && !opened.has(view.noteNo),
    hasNewComments: newThreads.has(view.noteNo),
  }))
}

/** Of an account that is being deleted nothing is shown. */
async function viewsOf(
  { people, topicTitles }: Context,
  cards: readonly Card[],
): Promise<{ card: Card; view: SharedNoteView }[]> {
  const [authors, titles] = await Promise.all([
    people.of(cards.map(({ note }) => note.authorNo)),
    topicTitles.of(cards.map(({ note }) => note.subjectNo)),
  ])
  return cards.flatMap(card => {
    const { share, note, writers } = card
    const author = authors.get(note.authorNo)
    if (author === undefined) return []
    const title = titles.get(note.subjectNo)
    return [{ card, view: sharedNoteView(share, note, author, title, commentCountOf(writers)) }]
  })
}
