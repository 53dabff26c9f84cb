import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import type { Range } from '#server/platform/paging.ts'
import type { Card, CardPage, CardParts, SharedThread } from './cards.repository.ts'

/**
 * Cached by hub version. Total and page are separate reads of the same shares, so that clients can tell whether an
 * event is included. Each user has one read in progress at a time: many page sizes would keep the database as busy as
 * many users, and concurrent tabs share a read.
 */
export async function readCards(
  context: Context,
  viewer: Viewer,
  hub: HubRecord,
  range: Range,
): Promise<CardPage> {
  const { repositories, shareCounts, cardPages } = context
  const { hubNo, version } = hub
  const page = `${hubNo} ${range.skip} ${range.limit}`
  const read = async () => {
    const counted = await shareCounts.getOrLoad(String(hubNo), version, () =>
      repositories.shares.countLive(hubNo, hub.lastSeq),
    )
    return { ...counted, ...cardsOf(await repositories.cards.read(hub, counted.lastSeq, range)) }
  }
  return (
    cardPages.peek(page, version) ??
    context.runExclusive(`cards of ${viewer.userNo}`, () => cardPages.getOrLoad(page, version, read))
  )
}

export async function pinnedCard({ repositories }: Context, hub: HubRecord): Promise<Card | null> {
  return cardsOf(await repositories.cards.read(hub, hub.lastSeq, null)).pinned
}

/** A deletion removes the note before its shares. */
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
