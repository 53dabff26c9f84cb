import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'
import type { Range } from '#server/platform/page.ts'
import type { Card, CardPage } from './card.ts'

/**
 * Kept for as long as the hub counts no change. Total and page are two readings: both keep to the shares that were there
 * at the first, so that an event can tell whether they hold it.
 */
export async function readCards(context: Context, hub: HubRecord, range: Range): Promise<CardPage> {
  const { stores, shareCounts, cardPages } = context
  const { hubNo, version } = hub
  return cardPages.at(`${hubNo} ${range.skip} ${range.limit}`, version, async () => {
    const [counted, pin] = await Promise.all([
      shareCounts.at(String(hubNo), version, () => stores.shares.liveIn(hubNo, hub.lastSeq)),
      pinnedShare(context, hub),
    ])
    const shares = await stores.shares.livePage(hubNo, counted.lastSeq, range)
    const cards = await cardsOf(context, hubNo, pin ? [pin, ...shares] : shares)
    const isPin = ({ share }: Card) => share === pin
    return { ...counted, cards: cards.filter(card => !isPin(card)), pinned: cards.find(isPin) ?? null }
  })
}

export async function pinnedCard(context: Context, hub: HubRecord): Promise<Card | null> {
  const pin = await pinnedShare(context, hub)
  const [card] = await cardsOf(context, hub.hubNo, pin ? [pin] : [])
  return card ?? null
}

async function pinnedShare(
  { stores }: Context,
  { hubNo, pinnedSeq }: HubRecord,
): Promise<ShareRecord | null> {
  return pinnedSeq === undefined ? null : stores.shares.liveAt(hubNo, pinnedSeq)
}

/** A note that has just been deleted is gone before its shares are. */
async function cardsOf({ stores }: Context, hubNo: number, shares: readonly ShareRecord[]): Promise<Card[]> {
  const noteNos = [...new Set(shares.map(share => share.noteNo))]
  const [notes, threads] = await Promise.all([
    stores.notes.summaries(noteNos),
    stores.comments.writersOf(hubNo, noteNos),
  ])
  return shares.flatMap(share => {
    const note = notes.get(share.noteNo)
    return note === undefined ? [] : [{ share, note, writers: threads.get(share.noteNo) ?? [] }]
  })
}
