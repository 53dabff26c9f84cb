import { canDeleteSuggestion, canReactToSuggestion, type Viewer } from '#protocol/access.ts'
import type { OpinionReactionView, SuggestionFilter, SuggestionOrder } from '#protocol/agora.ts'
import {
  SUGGESTION_SEARCH_RESULTS_MAX,
  SUGGESTIONS_COMPARED,
  SUGGESTIONS_SEARCHED,
} from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/administration/audit.service.ts'
import { notifyAnswered, publishNotificationCounts } from '#server/features/inbox/inbox.events.ts'
import { forbidden, notFound, notSignedIn } from '#server/platform/errors.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import {
  publishAnswered,
  publishOwnReaction,
  publishPosted,
  publishRemoved,
  publishSuggestionReaction,
} from './agora.events.ts'
import { patternOf } from './agora.patterns.ts'
import type { SuggestionRecord, SuggestionSearch } from './agora.repository.ts'
import { blockOf, findPageStart, recountBlock, totalOf } from './suggestionCounts.ts'

/** Reads the agora version before the suggestions, so the response includes at least all changes up to it. */
export async function listSuggestions(
  { repositories, counters }: Context,
  request: { base: number; offset: number },
): Promise<Page<SuggestionRecord> & { version: number }> {
  const version = await counters.last('agoraVersion')
  const blocks = await repositories.suggestionCounts.findAll()
  const total = totalOf(blocks)
  const pageIndex = pageIndexOf(request.base, request.offset, total)
  const pageStart = findPageStart((pageIndex.curPageNum - 1) * request.offset, blocks)
  const items = await repositories.suggestions.findPage({ ...pageStart, limit: request.offset })
  return { items, total, pageIndex, version }
}

export async function createSuggestion(
  context: Context,
  viewer: Viewer,
  opinion: string,
): Promise<{ posted: SuggestionRecord } | { rejected: TextKey }> {
  const { repositories, counters, jobs, clock } = context
  const { userNo } = viewer
  for (;;) {
    const earlier = await repositories.suggestions.findLatest(userNo, SUGGESTIONS_COMPARED)
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
    await jobs.run(work, async () => {
      isInserted = await repositories.suggestions.insert(posted)
      if (isInserted) await finishPosting(context, posted.suggestionNo)
    })
    // The writer has posted meanwhile, perhaps the same text: compare again.
    if (isInserted) return { posted }
  }
}

/** Runs after the insert, whether or not it happened. Idempotent. */
export async function finishPosting(context: Context, suggestionNo: number): Promise<void> {
  await recountBlock(context, blockOf(suggestionNo))
  const suggestion = await context.repositories.suggestions.findByNo(suggestionNo)
  if (suggestion !== null) await publishPosted(context, suggestion)
}

export async function deleteSuggestion(
  context: Context,
  viewer: Viewer,
  suggestionNo: number,
): Promise<void> {
  const suggestion = await context.repositories.suggestions.findByNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!canDeleteSuggestion(viewer, suggestion)) throw forbidden()
  await deleteAsJob(context, suggestion)
  const { writerNo: aboutNo } = suggestion
  if (aboutNo !== viewer.userNo)
    await recordAuditEntry(context, viewer, { kind: 'deletedOpinion', aboutNo, thingNo: suggestionNo })
}

/** Deletes all suggestions of a user. Idempotent. */
export async function deleteSuggestionsOf(context: Context, writerNo: number): Promise<void> {
  for (const suggestion of await context.repositories.suggestions.findByWriter(writerNo))
    await deleteAsJob(context, suggestion)
}

/** Registers a job even inside another job: after the deletion the block number is unknown. */
async function deleteAsJob(context: Context, { suggestionNo, writerNo }: SuggestionRecord): Promise<void> {
  const work = { kind: 'deleteSuggestion', entityNo: suggestionNo, userNo: writerNo } as const
  await context.jobs.run(work, () => removeSuggestion(context, suggestionNo))
}

/** Deletes the suggestion with its reactions, recounts its block and publishes. Idempotent. */
export async function removeSuggestion(context: Context, suggestionNo: number): Promise<void> {
  await context.repositories.suggestions.delete(suggestionNo)
  await context.repositories.opinionReactions.deleteBySuggestion(suggestionNo)
  await recountBlock(context, blockOf(suggestionNo))
  await publishRemoved(context, suggestionNo)
  await publishNotificationCounts(
    context,
    await context.repositories.notifications.forgetOpinion(suggestionNo),
  )
}

/** A second answer replaces the first. The route admits administrators only. */
export async function answerSuggestion(
  context: Context,
  viewer: Viewer,
  suggestionNo: number,
  opinion: string,
): Promise<SuggestionRecord> {
  const answer = { opinion, writerNo: viewer.userNo, timeCreated: context.clock() }
  const answered = await context.repositories.suggestions.setAnswer(suggestionNo, answer)
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

interface SearchRequest {
  only?: SuggestionFilter | undefined
  query: string
  order: SuggestionOrder
  curPageNo: number
  itemsPerPage: number
}

/**
 * Returns the first SUGGESTION_SEARCH_RESULTS_MAX in sort order. Reads the agora version first, so the response includes at
 * least all changes up to it. Throws `notSignedIn` if a visitor asks for own suggestions.
 */
export async function searchSuggestions(
  { repositories, counters }: Context,
  viewer: Viewer | null,
  { only, query, order, curPageNo, itemsPerPage }: SearchRequest,
): Promise<Page<SuggestionRecord> & { version: number }> {
  if (only === 'own' && viewer === null) throw notSignedIn()
  const patterns = query === '' ? [] : query.split(/\s+/).map(patternOf)
  const version = await counters.last('agoraVersion')
  // Queries without a suitable index search the newest suggestions only.
  const isAmongNewest = patterns.length > 0 || (only === 'answered' && order === 'empathy')
  const newest = isAmongNewest ? await repositories.suggestions.findNewestNo() : 0
  const search: SuggestionSearch = {
    writerNo: only === 'own' ? viewer?.userNo : undefined,
    isAnswered: only === 'answered',
    patterns,
    from: Math.max(1, newest - SUGGESTIONS_SEARCHED + 1),
  }
  const page = await loadPage(curPageNo, itemsPerPage, async ({ skip, limit }) => {
    const room = Math.max(0, Math.min(limit, SUGGESTION_SEARCH_RESULTS_MAX - skip))
    const [total, items] = await Promise.all([
      repositories.suggestions.countSearchResults(search, SUGGESTION_SEARCH_RESULTS_MAX),
      room === 0 ? [] : repositories.suggestions.search(search, order, { skip, limit: room }),
    ])
    return { total, items }
  })
  return { ...page, version }
}

/** Similarity from which two opinions count as duplicates. */
const SAME_FROM = 0.9

/**
 * Whether an opinion nearly repeats an earlier one. Ignores case, white space, punctuation and symbols, and compares
 * the pairs of neighbouring characters that remain (Dice coefficient: twice the common pairs over all pairs). One
 * more character in a long opinion changes little; another word order changes a lot. Texts with fewer than two
 * remaining characters are compared literally.
 */
export function isNearDuplicate(opinion: string, earlier: string): boolean {
  const [pairs, earlierPairs] = [pairsOf(opinion), pairsOf(earlier)]
  if (pairs.length === 0 || earlierPairs.length === 0) return toNfc(opinion) === toNfc(earlier)
  return (2 * countCommon(pairs, earlierPairs)) / (pairs.length + earlierPairs.length) >= SAME_FROM
}

function pairsOf(opinion: string): string[] {
  const characters = [
    ...toNfc(opinion)
      .toLowerCase()
      .replace(/[\s\p{P}\p{S}]/gu, ''),
  ]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** A pair that occurs twice in both counts twice. */
function countCommon(pairs: readonly string[], otherPairs: readonly string[]): number {
  const remaining = new Map<string, number>()
  for (const pair of otherPairs) remaining.set(pair, (remaining.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of pairs) {
    const count = remaining.get(pair) ?? 0
    if (count === 0) continue
    remaining.set(pair, count - 1)
    common += 1
  }
  return common
}

/** Idempotent, but publishes each time: an earlier call may have failed before publishing. */
export async function setSuggestionReaction(
  context: Context,
  viewer: Viewer,
  { suggestionNo, isOn }: { suggestionNo: number; isOn: boolean },
): Promise<{ version: number; empathy: OpinionReactionView }> {
  const { repositories, clock } = context
  const suggestion = await repositories.suggestions.findByNo(suggestionNo)
  if (suggestion === null) throw notFound()
  if (!canReactToSuggestion(viewer, suggestion)) throw forbidden()
  const reaction = { suggestionNo, userNo: viewer.userNo }
  if (isOn) {
    await repositories.opinionReactions.add({ ...reaction, since: clock() })
    // The suggestion was deleted meanwhile, and the cleanup may have missed this reaction.
    if ((await repositories.suggestions.findByNo(suggestionNo)) === null) {
      await repositories.opinionReactions.remove(reaction)
      throw notFound()
    }
  } else await repositories.opinionReactions.remove(reaction)
  const event = await publishSuggestionReaction(context, suggestionNo)
  publishOwnReaction(context, reaction, isOn)
  return { version: event.version, empathy: { suggestionNo, count: event.count, isMine: isOn } }
}

/** Removes all reactions of a user. Idempotent. */
export async function removeOpinionReactionsOf(context: Context, userNo: number): Promise<void> {
  const { opinionReactions } = context.repositories
  for (const { suggestionNo } of await opinionReactions.findByUser(userNo)) {
    await opinionReactions.remove({ suggestionNo, userNo })
    await publishSuggestionReaction(context, suggestionNo)
  }
}
