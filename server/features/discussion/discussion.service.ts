import type { Viewer } from '#protocol/access.ts'
import type { SharedNoteItem, SharedNoteView, UnreadOlder } from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import type { ThreadWriters } from '#server/features/comments/threads.repository.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import { mutateHubInOneUpdate } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { excerptOfListed } from '#server/features/notes/notes.excerpt.ts'
import { withPassageCounts } from '#server/features/passages/commentPassage.ts'
import { isUnread } from '#server/features/shares/shares.unread.ts'
import { attachAuthors, findVisibleShare } from '#server/features/shares/shares.visibility.ts'
import { loadPage, type Page, type Range } from '#server/platform/paging.ts'
import type { Card, CardPage, CardParts, SharedThread } from './cards.repository.ts'
import { sharedNoteView } from './discussion.presenter.ts'

interface SharedNotes extends Page<SharedNoteItem> {
  version: number
  lastSeq: number
  pinned: SharedNoteView | null
  unreadOlder?: UnreadOlder
}

interface PageRequest {
  selectedHubNo: number
  curPageNo: number
  numberOfItemsPerPage: number
  /** Requests the page that contains this note. */
  noteNo?: number | undefined
}

/** Reads the hub version before the shares, so the page includes at least all changes up to it. */
export async function listSharedNotes(
  context: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<SharedNotes> {
  const hub = await ownHub(context, viewer, request.selectedHubNo)
  const pageNo = (await findPageNumber(context, hub, request)) ?? request.curPageNo
  const { cards, pinned, ...page } = await loadPage(pageNo, request.numberOfItemsPerPage, range =>
    readCards(context, viewer, hub, range),
  )
  const [items, [pin], unreadOlder] = await Promise.all([
    personalize(context, viewer, hub, cards),
    viewsOf(context, pinned ? [pinned] : []),
    findOlderUnread(context, viewer, hub, { cards, lastSeq: page.lastSeq }),
  ])
  return {
    ...{ ...page, items, version: hub.version, pinned: pin?.view ?? null },
    ...(unreadOlder && { unreadOlder }),
  }
}

/** Number of the page with the requested note; null without one, or if it is not shared. */
async function findPageNumber(
  { repositories }: Context,
  { hubNo, lastSeq }: HubRecord,
  { noteNo, numberOfItemsPerPage }: PageRequest,
): Promise<number | null> {
  const share = noteNo === undefined ? null : await repositories.shares.findLive(hubNo, noteNo)
  if (share === null) return null
  const { total: position } = await repositories.shares.countLive(hubNo, lastSeq, share.seq)
  return Math.ceil(position / numberOfItemsPerPage)
}

/**
 * Unread shares on later pages, counted up to the cap; null if there are none. Cached by hub revision, like unread
 * counts.
 */
async function findOlderUnread(
  { repositories, olderUnreads }: Context,
  viewer: Viewer,
  hub: HubRecord,
  { cards, lastSeq }: Pick<CardPage, 'cards' | 'lastSeq'>,
): Promise<UnreadOlder | null> {
  const { hubNo, revision } = hub
  const oldestSeq = cards.at(-1)?.share.seq ?? 0
  const { older } = await olderUnreads.getOrLoad(
    `${hubNo} ${viewer.userNo} ${oldestSeq}`,
    revision,
    async () => {
      const range = { end: oldestSeq, lastSeq }
      return { older: await repositories.shares.findUnreadBelow(hubNo, memberOf(hub, viewer.userNo), range) }
    },
  )
  return older
}

/** The pinned note as all members see it; null if none is pinned or the share was withdrawn. */
async function findPinned(context: Context, hub: HubRecord): Promise<SharedNoteView | null> {
  const pinned = await pinnedCard(context, hub)
  const [pin] = await viewsOf(context, pinned ? [pinned] : [])
  return pin?.view ?? null
}

/** Adds the viewer's own state. */
async function personalize(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
  cards: readonly Card[],
): Promise<SharedNoteItem[]> {
  const member = memberOf(hub, viewer.userNo)
  const [visibleCards, newThreads] = await Promise.all([
    viewsOf(context, cards),
    findNewThreads(
      context,
      viewer,
      { hubNo: hub.hubNo, joinedAt: member.joinedAt },
      new Map(cards.map(({ note, writers }) => [note.noteNo, writers])),
    ),
  ])
  return visibleCards.map(({ card, view }) => ({
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
  const [visibleCards, people, topicTitles] = await Promise.all([
    attachAuthors(
      context,
      cards.map(card => ({ card, authorNo: card.note.authorNo })),
    ),
    context.people.getMany(cards.flatMap(({ newest }) => newest?.writerNo ?? [])),
    context.topicTitles.getMany(cards.map(({ note }) => note.subjectNo)),
  ])
  return visibleCards.map(({ item: { card }, author }) => {
    const names = { people: new Map(people).set(author.userNo, author), topicTitles }
    const thread = { count: card.commentCount, ...(card.newest && { newest: card.newest }) }
    return { card, view: sharedNoteView({ ...card, thread }, names) }
  })
}

/** Of these threads, by note, those with comments by others since the viewer last read them or joined the hub. */
async function findNewThreads(
  { repositories }: Context,
  { userNo }: Viewer,
  { hubNo, joinedAt }: { hubNo: number; joinedAt: Date },
  threads: ReadonlyMap<number, ThreadWriters>,
): Promise<Set<number>> {
  const newestOfOthers = new Map<number, number>()
  for (const [noteNo, writers] of threads) {
    const others = writers.filter(({ writerNo, postedAt }) => writerNo !== userNo && postedAt > joinedAt)
    if (others.length > 0) newestOfOthers.set(noteNo, Math.max(...others.map(({ newestNo }) => newestNo)))
  }
  if (newestOfOthers.size === 0) return new Set()
  const reads = await repositories.commentReads.findByNotes(userNo, hubNo, [...newestOfOthers.keys()])
  const isNew = ([noteNo, newest]: [number, number]) => newest > (reads.get(noteNo) ?? 0)
  return new Set([...newestOfOthers].filter(isNew).map(([noteNo]) => noteNo))
}

/**
 * Cached by hub version. Total and page are separate reads of the same shares, so that clients can tell whether an
 * event is included. Each user has one read in progress at a time: many page sizes would keep the database as busy as
 * many users, and concurrent tabs share a read.
 */
async function readCards(context: Context, viewer: Viewer, hub: HubRecord, range: Range): Promise<CardPage> {
  const { repositories, shareCounts, cardPages } = context
  const { hubNo, version } = hub
  const page = `${hubNo} ${range.skip} ${range.limit}`
  const read = async () => {
    const counted = await shareCounts.getOrLoad(String(hubNo), version, () =>
      repositories.shares.countLive(hubNo, hub.lastSeq),
    )
    return { ...counted, ...(await readCardsOf(context, hub, counted.lastSeq, range)) }
  }
  return (
    cardPages.peek(page, version) ??
    context.runExclusive(`cards of ${viewer.userNo}`, () => cardPages.getOrLoad(page, version, read))
  )
}

async function pinnedCard(context: Context, hub: HubRecord): Promise<Card | null> {
  return (await readCardsOf(context, hub, hub.lastSeq, null)).pinned
}

async function readCardsOf(
  context: Context,
  hub: HubRecord,
  lastSeq: number,
  range: Range | null,
): Promise<Pick<CardPage, 'cards' | 'pinned'>> {
  const parts = await context.repositories.cards.read(hub, lastSeq, range)
  return cardsOf({ ...parts, newest: await withPassageCounts(context, hub.hubNo, parts.newest) })
}

/** A deletion removes the note before its shares. */
function cardsOf({ shares, pinned, ...parts }: CardParts): Pick<CardPage, 'cards' | 'pinned'> {
  const notes = byNote(parts.notes)
  const counts = byNote(parts.counts)
  const newest = new Map(parts.newest.map(comment => [comment.commentNo, comment]))
  const reactions = byNote(parts.reactions)
  const readers = byNote(parts.readers)

  function cardOf({ writers, newestNo, ...share }: SharedThread): Card | null {
    const { noteNo } = share
    const found = notes.get(noteNo)
    if (found === undefined) return null
    const { beginning, excerpt, ...note } = found
    const comment = newest.get(newestNo)
    return {
      share,
      note,
      excerpt: excerptOfListed(found),
      commentCount: Math.max(counts.get(noteNo)?.count ?? 0, writers.length),
      writers,
      ...(comment && { newest: comment }),
      reactionUserNos: reactions.get(noteNo)?.userNos ?? [],
      readerNos: readers.get(noteNo)?.userNos ?? [],
    }
  }
  return { cards: shares.flatMap(share => cardOf(share) ?? []), pinned: pinned && cardOf(pinned) }
}

function byNote<Item extends { noteNo: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map(item => [item.noteNo, item]))
}

/** Reads the pinned note after the version bump, because receivers ignore a pin whose version is not higher. */
async function publishPinned(context: Context, hub: HubRecord): Promise<void> {
  const { hubNo, version } = hub
  context.live.emitToHub(hubNo, 'note:pinned', { hubNo, version, pinned: await findPinned(context, hub) })
}

/** Pins a note that is shared in the hub, or unpins it. Idempotent; publishes only changes. */
export async function pinNoteInHub(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, isPinned }: { hubNo: number; noteNo: number; isPinned: boolean },
): Promise<void> {
  const { repositories } = context
  await ownHub(context, viewer, hubNo)
  const { seq } = await findVisibleShare(context, hubNo, noteNo)
  await mutateHubInOneUpdate(context, hubNo, {
    save: () => (isPinned ? repositories.hubs.pin : repositories.hubs.unpin)(hubNo, viewer.userNo, seq),
    publish: hub => publishPinned(context, hub),
  })
}
