import { canDeleteSuggestion, type Viewer } from '#protocol/access.ts'
import { SUGGESTIONS_COMPARED } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/audit/audit.domain.ts'
import { publishNumbers } from '#server/features/inbox/inbox.events.ts'
import { notifyAnswered } from '#server/features/inbox/inbox.notify.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/page.ts'
import { publishAnswered, publishPosted, publishRemoved } from './agora.events.ts'
import { isNearDuplicate } from './agora.rules.ts'
import type { SuggestionRecord } from './agora.store.ts'
import { recountBlock } from './blocks.counting.ts'
import { blockOf, placeAfter, totalOf } from './blocks.rules.ts'

/** The agora's version is read before its suggestions, so the answer holds at least all that happened up to it. */
export async function listSuggestions(
  { stores, counters }: Context,
  asked: { base: number; offset: number },
): Promise<Page<SuggestionRecord> & { version: number }> {
  const version = await counters.last('agoraVersion')
  const blocks = await stores.suggestionCounts.counts()
  const total = totalOf(blocks)
  const pageIndex = pageIndexOf(asked.base, asked.offset, total)
  const place = placeAfter((pageIndex.curPageNum - 1) * asked.offset, blocks)
  const items = await stores.suggestions.page({ ...place, limit: asked.offset })
  return { items, total, pageIndex, version }
}

export async function createSuggestion(
  context: Context,
  viewer: Viewer,
  opinion: string,
): Promise<{ posted: SuggestionRecord } | { rejected: TextKey }> {
  const { stores, counters, unfinished, clock } = context
  const { userNo } = viewer
  for (;;) {
    const earlier = await stores.suggestions.lastOf(userNo, SUGGESTIONS_COMPARED)
    if (earlier.some(own => isNearDuplicate(opinion, own.opinion))) return { rejected: 'agora.nearDuplicate' }
    const posted = {
      suggestionNo: await counters.next('suggestion'),
      opinion,
      writerNo: userNo,
      writerSeq: Math.max(0, ...earlier.map(own => own.writerSeq ?? 0)) + 1,
      timeCreated: clock(),
    }
    let isInserted = false
    const work = { kind: 'postSuggestion', entityNo: posted.suggestionNo, userNo } as const
    await unfinished.run(work, async () => {
      isInserted = await stores.suggestions.insert(posted)
      if (isInserted) await finishPosting(context, posted.suggestionNo)
    })
    // Else the same person has posted meanwhile, perhaps the same: compared again.
    if (isInserted) return { posted }
  }
}

/** After the insert, should there have been one. Safe to repeat. */
export async function finishPosting(context: Context, suggestionNo: number): Promise<void> {
  await recountBlock(context, blockOf(suggestionNo))
  const suggestion = await context.stores.suggestions.byNo(suggestionNo)
  if (suggestion !== null) await publishPosted(context, suggestion)
}

export async function deleteSuggestion(
  context: Context,
  viewer: Viewer,
  suggestionNo: number,
): Promise<void> {
  const suggestion = await context.stores.suggestions.byNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!canDeleteSuggestion(viewer, suggestion)) throw forbidden()
  await deleteWholly(context, suggestion)
  const { writerNo: aboutNo } = suggestion
  if (aboutNo !== viewer.userNo)
    await recordAuditEntry(context, viewer, { kind: 'deletedOpinion', aboutNo, thingNo: suggestionNo })
}

/** All that somebody ever suggested. Safe to repeat. */
export async function deleteSuggestionsOf(context: Context, writerNo: number): Promise<void> {
  for (const suggestion of await context.stores.suggestions.ofWriter(writerNo))
    await deleteWholly(context, suggestion)
}

/** Noted down even within other unfinished work: once the suggestion is gone, its block could not be found again. */
async function deleteWholly(context: Context, { suggestionNo, writerNo }: SuggestionRecord): Promise<void> {
  const work = { kind: 'deleteSuggestion', entityNo: suggestionNo, userNo: writerNo } as const
  await context.unfinished.run(work, () => removeSuggestion(context, suggestionNo))
}

/** The deletion itself with what hangs on it, the counting, the telling. Safe to repeat. */
export async function removeSuggestion(context: Context, suggestionNo: number): Promise<void> {
  await context.stores.suggestions.delete(suggestionNo)
  await context.stores.opinionReactions.deleteOfSuggestion(suggestionNo)
  await recountBlock(context, blockOf(suggestionNo))
  await publishRemoved(context, suggestionNo)
  await publishNumbers(context, await context.stores.notifications.forgetOpinion(suggestionNo))
}

/** A second answer replaces the first. The route admits administrators alone. */
export async function answerSuggestion(
  context: Context,
  viewer: Viewer,
  suggestionNo: number,
  opinion: string,
): Promise<SuggestionRecord> {
  const answer = { opinion, writerNo: viewer.userNo, timeCreated: context.clock() }
  const answered = await context.stores.suggestions.answer(suggestionNo, answer)
  if (answered === null) throw notFound()
  await publishAnswered(context, answered)
  const { writerNo } = answered
  await notifyAnswered(context, { suggestionNo, writerNo, answererNo: viewer.userNo })
  await recordAuditEntry(context, viewer, {
    kind: 'answeredOpinion',
    aboutNo: writerNo,
    thingNo: suggestionNo,
  })
  return answered
}
