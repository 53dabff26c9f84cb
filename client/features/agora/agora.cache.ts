import type { Applied, PageRules } from '#client/live/versions.ts'
import type { OpinionReactionView, SuggestionPage, SuggestionView } from '#protocol/agora.ts'
import type { AgoraEvent, ServerEventPayload } from '#protocol/events.ts'
import { ITEMS_PER_PAGE_MAX, SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { type PageIndex, pageIndexOf } from '#protocol/paging.ts'
import { entriesOf, newEntry, type OpinionReaction, type SuggestionWithAnswers } from './agora.entries.ts'

/** What live events do to a page of suggestions. All of it is pure. */

/**
 * A page as events keep it. The first page may grow beyond its length while a reader is further down: what is new waits,
 * and what they read stays. Of a later page the suggestions stay, and what is new on the first one is counted.
 */
export interface AgoraPage {
  entries: SuggestionWithAnswers[]
  total: number
  version: number
  pageIndex: PageIndex
  /** How many others posted since this page, not being the first, was opened. */
  arrivals: number
}

/** `pageNo` is what the server made of the page that was asked for. */
export function pageFrom(
  { itemList, empathies: reactions, total, version }: SuggestionPage,
  pageNo: number,
): AgoraPage {
  const pageIndex = pageIndexOf(pageNo, SUGGESTIONS_PER_PAGE, total)
  return { entries: entriesOf(itemList, reactions), total, version, pageIndex, arrivals: 0 }
}

/** How a page of suggestions takes up what happens in the agora. */
export const agoraRules = (myNo: number): PageRules<AgoraPage, AgoraEvent> => ({
  keep: (page, received) => withArrivals(page, received, myNo),
  apply: withEvent,
})

/** Counted by what was heard, not by what is applied: an answer that has a suggestion does not tell that it is new. */
function withArrivals(page: AgoraPage, told: readonly AgoraEvent[], myNo: number): AgoraPage {
  if (page.pageIndex.curPageNum === 1) return page
  const arrived = new Set<number>()
  for (const { name, payload } of told) {
    if (name === 'suggestion:posted' && payload.suggestion.writerNo !== myNo)
      arrived.add(payload.suggestionNo)
    if (name === 'suggestion:removed') arrived.delete(payload.suggestionNo)
  }
  return arrived.size === page.arrivals ? page : { ...page, arrivals: arrived.size }
}

function withEvent(page: AgoraPage, { name, payload }: AgoraEvent): Applied<AgoraPage> {
  switch (name) {
    case 'suggestion:posted':
      return { page: withTotal(withPosted(page, payload.suggestion), payload.total), lacks: null }
    case 'suggestion:removed':
      return withRemoved(page, payload)
    case 'suggestion:answered':
      return { page: withAnswer(page, payload.answer), lacks: null }
    case 'suggestion:empathized':
      return { page: withReaction(page, payload.suggestionNo, { count: payload.count }), lacks: null }
  }
}

/** On top of the first page, unless it stands there already. */
export function withPosted(page: AgoraPage, suggestion: SuggestionView): AgoraPage {
  if (page.pageIndex.curPageNum > 1 || page.entries.some(entry => isOf(entry, suggestion))) return page
  const entries = [newEntry(suggestion), ...page.entries]
    .sort((a, b) => b.suggestion.suggestionNo - a.suggestion.suggestionNo)
    .slice(0, ITEMS_PER_PAGE_MAX)
  return { ...page, entries }
}

function withRemoved(page: AgoraPage, removed: ServerEventPayload<'suggestion:removed'>): Applied<AgoraPage> {
  const entries = page.entries.filter(entry => !isOf(entry, removed))
  const left = withTotal({ ...page, entries }, removed.total)
  const before = (page.pageIndex.curPageNum - 1) * SUGGESTIONS_PER_PAGE
  const isFull = entries.length >= SUGGESTIONS_PER_PAGE || before + entries.length >= left.total
  return { page: left, lacks: isFull || entries.length === page.entries.length ? null : 'answer' }
}

/** Replaces an older answer; a newer one stays. */
export function withAnswer(page: AgoraPage, answer: SuggestionView): AgoraPage {
  const entries = page.entries.map(entry => {
    const isNewer = entry.answers.every(({ timeCreated }) => timeCreated <= answer.timeCreated)
    return isOf(entry, answer) && isNewer ? { ...entry, answers: [answer] } : entry
  })
  return { ...page, entries }
}

/** What is known of who empathizes; the rest stays as it was. */
export function withReaction(
  page: AgoraPage,
  suggestionNo: number,
  known: Partial<OpinionReaction>,
): AgoraPage {
  const entries = page.entries.map(entry =>
    isOf(entry, { suggestionNo })
      ? { ...entry, empathy: { count: 0, isMine: false, ...entry.empathy, ...known } }
      : entry,
  )
  return { ...page, entries }
}

/** One has just pressed; the page may hold a newer number already. */
export function withOwnReaction(
  page: AgoraPage,
  { version, empathy: { suggestionNo, count, isMine } }: { version: number; empathy: OpinionReactionView },
): AgoraPage {
  return withReaction(page, suggestionNo, { isMine, ...(page.version < version && { count }) })
}

/** Whether a page says of oneself what was told. */
export function saysOtherwise(
  page: AgoraPage,
  { suggestionNo, isMine }: { suggestionNo: number; isMine: boolean },
) {
  return page.entries.some(entry => isOf(entry, { suggestionNo }) && entry.empathy?.isMine === !isMine)
}

function withTotal(page: AgoraPage, total: number): AgoraPage {
  return { ...page, total, pageIndex: pageIndexOf(page.pageIndex.curPageNum, SUGGESTIONS_PER_PAGE, total) }
}

export function isOf(
  { suggestion }: SuggestionWithAnswers,
  { suggestionNo }: { suggestionNo: number },
): boolean {
  return suggestion.suggestionNo === suggestionNo
}

/** What a reader sees who was shown everything up to a number, and what waits until they ask for it. Own ones never wait. */
export function shownAndWaiting(page: AgoraPage, shownUpTo: number, myNo: number) {
  const waiting = page.entries.filter(
    ({ suggestion }) => suggestion.suggestionNo > shownUpTo && suggestion.writerNo !== myNo,
  )
  const shown = page.entries.filter(entry => !waiting.includes(entry)).slice(0, SUGGESTIONS_PER_PAGE)
  return { shown, waitingCount: waiting.length + page.arrivals }
}

/** The highest number among others' suggestions; 0 when there are none. */
export function newestOfOthers(entries: readonly SuggestionWithAnswers[], myNo: number): number {
  return entries.reduce(
    (newest, { suggestion }) =>
      suggestion.writerNo === myNo ? newest : Math.max(newest, suggestion.suggestionNo),
    0,
  )
}
