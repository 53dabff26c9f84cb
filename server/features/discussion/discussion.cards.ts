import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import type { Range } from '#server/platform/page.ts'
import type { Card, CardPage } from './card.ts'
import type { CardParts, SharedThread } from './cards.store.ts'

/**
 * Kept for as long as the hub counts no change. Total and page are two readings: both keep to the shares that were there
 * at the first, so that an event can tell whether they hold it.
 *
 * Each person has one reading under way at a time: who asks for pages of every size keeps the database as busy as one page does, and
 * many tabs that ask for the same share a reading.
 */
export async function readCards(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
  range: Range,
): Promise<CardPage> {
  const { stores, shareCounts, cardPages } = context
  const { hubNo, version } = hub
  const page = `${hubNo} ${range.skip} ${range.limit}`
  const read = async () => {
    const counted = await shareCounts.at(String(hubNo), version, () =>
      stores.shares.liveIn(hubNo, hub.lastSeq),
    )
    return { ...counted, ...cardsOf(await stores.cards.read(hub, counted.lastSeq, range)) }
  }
  return (
    cardPages.peek(page, version) ??
    context.inTurn(`cards of ${viewer.userNo}`, () => cardPages.at(page, version, read))
  )
}

export async function pinnedCard({ stores }: Context, hub: HubRecord): Promise<Card | null> {
  return cardsOf(await stores.cards.read(hub, hub.lastSeq, null)).pinned
}

/** A note that has just been deleted is gone before its shares are. */
function cardsOf({ shares, pinned, ...parts }: CardParts): Pick<CardPage, 'cards' | 'pinned'> {
  const notes = byNote(parts.notes)
  const counts = byNote(parts.counts)
  const newest = new Map(parts.newest.map(comment => [comment.commentNo, comment]))
  const reactions = byNote(parts.empathies)
  const readers = byNote(parts.readers)

  function cardOf({ writers, newestNo, ...share }: SharedThread): Card | null {
    const { noteNo } = share
    const found = notes.get(noteNo)
    if (found === undefined) return null
    const { beginning, ...note } = found
    const comment = newest.get(newestNo)
    return {
      share,
      note,
      excerpt: firstWordsOf(beginning),
      commentCount: Math.max(counts.get(noteNo)?.count ?? 0, writers.length),
      writers,
      ...(comment && { newest: comment }),
      empathyNos: reactions.get(noteNo)?.userNos ?? [],
      readerNos: readers.get(noteNo)?.userNos ?? [],
    }
  }
  return { cards: shares.flatMap(share => cardOf(share) ?? []), pinned: pinned && cardOf(pinned) }
}

function byNote<Item extends { noteNo: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map(item => [item.noteNo, item]))
}
