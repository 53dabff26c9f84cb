import type { ApplyResult, PageRules } from '#client/live/livePage.ts'
import type { OpinionReactionView, SuggestionPage, SuggestionView } from '#protocol/agora.ts'
import type { AgoraEvent, ServerEventPayload } from '#protocol/events.ts'
import { ITEMS_PER_PAGE_MAX, SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import { type PageIndex, pageIndexOf } from '#protocol/paging.ts'

/** Pure functions that apply live events to a cached page of suggestions. */

/**
 * A cached page. Page 1 may grow beyond its length while the reader is further down: new suggestions wait
 * above. A later page keeps its suggestions and only counts new ones.
 */
export interface AgoraPage {
  entries: SuggestionWithAnswers[]
  total: number
  version: number
  pageIndex: PageIndex
  /** Suggestions that others posted since this page was opened; 0 on page 1. */
  arrivals: number
}

/** `pageNo` is the page that the server returned, which may differ from the requested one. */
export function pageFrom(
  { itemList, empathies: reactions, total, version }: SuggestionPage,
  pageNo: number,
): AgoraPage {
  const pageIndex = pageIndexOf(pageNo, SUGGESTIONS_PER_PAGE, total)
  return { entries: entriesOf(itemList, reactions), total, version, pageIndex, arrivals: 0 }
}

export const agoraRules = (myNo: number): PageRules<AgoraPage, AgoraEvent> => ({
  trackReceived: (page, received) => withArrivals(page, received, myNo),
  apply: applyEvent,
})

/**
 * Counts received events, not applied ones: a response may include a suggestion without telling that it is
 * new.
 */
function withArrivals(page: AgoraPage, events: readonly AgoraEvent[], myNo: number): AgoraPage {
  if (page.pageIndex.curPageNum === 1) return page
  const arrivedNos = new Set<number>()
  for (const { name, payload } of events) {
    if (name === 'suggestion:posted' && payload.suggestion.writerNo !== myNo)
      arrivedNos.add(payload.suggestionNo)
    if (name === 'suggestion:removed') arrivedNos.delete(payload.suggestionNo)
  }
  return arrivedNos.size === page.arrivals ? page : { ...page, arrivals: arrivedNos.size }
}

function applyEvent(page: AgoraPage, { name, payload }: AgoraEvent): ApplyResult<AgoraPage> {
  switch (name) {
    case 'suggestion:posted':
      return { page: withTotal(withPosted(page, payload.suggestion), payload.total), missing: null }
    case 'suggestion:removed':
      return withRemoved(page, payload)
    case 'suggestion:answered':
      return { page: withAnswer(page, payload.answer), missing: null }
    case 'suggestion:empathized':
      return { page: withReaction(page, payload.suggestionNo, { count: payload.count }), missing: null }
  }
}

/** Adds a suggestion to page 1 unless it is there already. */
export function withPosted(page: AgoraPage, suggestion: SuggestionView): AgoraPage {
  if (page.pageIndex.curPageNum > 1 || page.entries.some(entry => isSameSuggestion(entry, suggestion)))
    return page
  const entries = [newEntry(suggestion), ...page.entries]
    .sort((a, b) => b.suggestion.suggestionNo - a.suggestion.suggestionNo)
    .slice(0, ITEMS_PER_PAGE_MAX)
  return { ...page, entries }
}

function withRemoved(
  page: AgoraPage,
  removed: ServerEventPayload<'suggestion:removed'>,
): ApplyResult<AgoraPage> {
  const entries = page.entries.filter(entry => !isSameSuggestion(entry, removed))
  const updated = withTotal({ ...page, entries }, removed.total)
  const firstIndex = (page.pageIndex.curPageNum - 1) * SUGGESTIONS_PER_PAGE
  const isFull = entries.length >= SUGGESTIONS_PER_PAGE || firstIndex + entries.length >= updated.total
  return { page: updated, missing: isFull || entries.length === page.entries.length ? null : 'refetch' }
}

/** Replaces the answer unless the cached one is newer. */
export function withAnswer(page: AgoraPage, answer: SuggestionView): AgoraPage {
  const entries = page.entries.map(entry => {
    const isNewer = entry.answers.every(({ timeCreated }) => timeCreated <= answer.timeCreated)
    return isSameSuggestion(entry, answer) && isNewer ? { ...entry, answers: [answer] } : entry
  })
  return { ...page, entries }
}

/** Merges a partial reaction into the cached one. */
export function withReaction(
  page: AgoraPage,
  suggestionNo: number,
  changes: Partial<OpinionReaction>,
): AgoraPage {
  const entries = page.entries.map(entry =>
    isSameSuggestion(entry, { suggestionNo })
      ? { ...entry, empathy: { count: 0, isMine: false, ...entry.empathy, ...changes } }
      : entry,
  )
  return { ...page, entries }
}

/** Applies the response to the own reaction. The cached page may have a newer count. */
export function withOwnReaction(
  page: AgoraPage,
  { version, empathy: { suggestionNo, count, isMine } }: { version: number; empathy: OpinionReactionView },
): AgoraPage {
  return withReaction(page, suggestionNo, { isMine, ...(page.version < version && { count }) })
}

/** Whether the page shows another own reaction than the event reports. */
export function hasDifferentOwnReaction(
  page: AgoraPage,
  { suggestionNo, isMine }: { suggestionNo: number; isMine: boolean },
) {
  return page.entries.some(
    entry => isSameSuggestion(entry, { suggestionNo }) && entry.empathy?.isMine === !isMine,
  )
}

function withTotal(page: AgoraPage, total: number): AgoraPage {
  return { ...page, total, pageIndex: pageIndexOf(page.pageIndex.curPageNum, SUGGESTIONS_PER_PAGE, total) }
}

export function isSameSuggestion(
  { suggestion }: SuggestionWithAnswers,
  { suggestionNo }: { suggestionNo: number },
): boolean {
  return suggestion.suggestionNo === suggestionNo
}

/** Splits the page into visible and waiting suggestions. The viewer's own suggestions never wait. */
export function shownAndWaiting(page: AgoraPage, shownUpTo: number, myNo: number) {
  const waiting = page.entries.filter(
    ({ suggestion }) => suggestion.suggestionNo > shownUpTo && suggestion.writerNo !== myNo,
  )
  const shown = page.entries.filter(entry => !waiting.includes(entry)).slice(0, SUGGESTIONS_PER_PAGE)
  return { shown, waitingCount: waiting.length + page.arrivals }
}

/** The highest number of a suggestion by others; 0 if there is none. */
export function newestOfOthers(entries: readonly SuggestionWithAnswers[], myNo: number): number {
  return entries.reduce(
    (newest, { suggestion }) =>
      suggestion.writerNo === myNo ? newest : Math.max(newest, suggestion.suggestionNo),
    0,
  )
}

/** The reaction count, and whether the viewer reacted. */
export type OpinionReaction = Pick<OpinionReactionView, 'count' | 'isMine'>

export interface SuggestionWithAnswers {
  suggestion: SuggestionView
  answers: SuggestionView[]
  /** Absent if the response has no reactions. */
  empathy?: OpinionReaction
}

const NOBODY: OpinionReaction = { count: 0, isMine: false }

/**
 * Groups each answer with the suggestion before it. `reactions` lists only suggestions that have any;
 * undefined means unknown.
 */
export function entriesOf(
  items: readonly SuggestionView[],
  reactions?: readonly OpinionReactionView[],
): SuggestionWithAnswers[] {
  const events = new Map(
    reactions?.map(({ suggestionNo, count, isMine }) => [suggestionNo, { count, isMine }]),
  )
  const entries: SuggestionWithAnswers[] = []
  for (const item of items) {
    if (item.state > 0) entries.at(-1)?.answers.push(item)
    else entries.push(entryOf(item, reactions && (events.get(item.suggestionNo) ?? NOBODY)))
  }
  return entries
}

function newEntry(suggestion: SuggestionView): SuggestionWithAnswers {
  return entryOf(suggestion, NOBODY)
}

function entryOf(suggestion: SuggestionView, reaction: OpinionReaction | undefined): SuggestionWithAnswers {
  return { suggestion, answers: [], ...(reaction && { empathy: reaction }) }
}
