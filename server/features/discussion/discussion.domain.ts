import type { Viewer } from '#protocol/access.ts'
import type { SharedNoteItem, SharedNoteView, UnreadOlder } from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import { newThreadsOf } from '#server/features/comments/comments.summaries.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { isUnread } from '#server/features/shares/shares.rules.ts'
import { withAuthors } from '#server/features/shares/shares.shown.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import type { Card, CardPage } from './card.ts'
import { pinnedCard, readCards } from './discussion.cards.ts'
import { sharedNoteView } from './discussion.presenter.ts'

interface SharedNotes extends Page<SharedNoteItem> {
  version: number
  lastSeq: number
  pinned: SharedNoteView | null
  unreadOlder?: UnreadOlder
}

interface AskedPage {
  selectedHubNo: number
  curPageNo: number
  numberOfItemsPerPage: number
  /** The page that holds this note, wherever it is. */
  noteNo?: number | undefined
}

/** The hub's version is read before its shares, so the page holds at least all that happened up to it. */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  asked: AskedPage,
): Promise<SharedNotes> {
  const hub = await ownHub(context, viewer, asked.selectedHubNo)
  const pageNo = (await pageHolding(context, hub, asked)) ?? asked.curPageNo
  const { cards, pinned, ...page } = await pageAt(pageNo, asked.numberOfItemsPerPage, range =>
    readCards(context, viewer, hub, range),
  )
  const [items, [pin], unreadOlder] = await Promise.all([
    describeTo(context, viewer, hub, cards),
    viewsOf(context, pinned ? [pinned] : []),
    olderUnread(context, viewer, hub, { cards, lastSeq: page.lastSeq }),
  ])
  return {
    ...{ ...page, items, version: hub.version, pinned: pin?.view ?? null },
    ...(unreadOlder && { unreadOlder }),
  }
}

/** The number of the page with the asked note; null without one, or where it is not shared. */
async function pageHolding(
  { stores }: Context,
  { hubNo, lastSeq }: HubRecord,
  { noteNo, numberOfItemsPerPage }: AskedPage,
): Promise<number | null> {
  const share = noteNo === undefined ? null : await stores.shares.live(hubNo, noteNo)
  if (share === null) return null
  const { total: place } = await stores.shares.liveIn(hubNo, lastSeq, share.seq)
  return Math.ceil(place / numberOfItemsPerPage)
}

/**
 * What the viewer has not read of the pages after that of these cards, counted up to the cap; null when there is nothing. Kept for
 * as long as the hub's revision is the same, as unread numbers are.
 */
async function olderUnread(
  { stores, olderUnreads }: Context,
  viewer: Viewer,
  hub: HubRecord,
  { cards, lastSeq }: Pick<CardPage, 'cards' | 'lastSeq'>,
): Promise<UnreadOlder | null> {
  const { hubNo, revision } = hub
  const oldestSeq = cards.at(-1)?.share.seq ?? 0
  const { older } = await olderUnreads.at(`${hubNo} ${viewer.userNo} ${oldestSeq}`, revision, async () => {
    const range = { end: oldestSeq, lastSeq }
    return { older: await stores.shares.unreadBelow(hubNo, memberOf(hub, viewer.userNo), range) }
  })
  return older
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
  const member = memberOf(hub, viewer.userNo)
  const [shown, newThreads] = await Promise.all([
    viewsOf(context, cards),
    newThreadsOf(
      context,
      viewer,
      { hubNo: hub.hubNo, joinedAt: member.joinedAt },
      new Map(cards.map(({ note, writers }) => [note.noteNo, writers])),
    ),
  ])
  return shown.map(({ card, view }) => ({
    ...view,
    isAuthor: view.authorNo === viewer.userNo,
    isNew: isUnread(card.share, member),
    hasNewComments: newThreads.has(view.noteNo),
  }))
}

async function viewsOf(
  context: Context,
  cards: readonly Card[],
): Promise<{ card: Card; view: SharedNoteView }[]> {
  const [shown, people, topicTitles] = await Promise.all([
    withAuthors(
      context,
      cards.map(card => ({ card, authorNo: card.note.authorNo })),
    ),
    context.people.of(cards.flatMap(({ newest }) => newest?.writerNo ?? [])),
    context.topicTitles.of(cards.map(({ note }) => note.subjectNo)),
  ])
  return shown.map(({ item: { card }, author }) => {
    const known = { people: new Map(people).set(author.userNo, author), topicTitles }
    const thread = { count: card.commentCount, ...(card.newest && { newest: card.newest }) }
    return { card, view: sharedNoteView({ ...card, thread }, known) }
  })
}
