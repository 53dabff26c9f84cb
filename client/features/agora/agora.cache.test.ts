import { expect, test } from 'vitest'
import { applyEvents } from '#client/live/livePage.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import type { AgoraEvent } from '#protocol/events.ts'
import { ITEMS_PER_PAGE_MAX, SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import {
  type AgoraPage,
  agoraRules,
  hasDifferentOwnReaction,
  newestOfOthers,
  pageFrom,
  shownAndWaiting,
  withOwnReaction,
  withPosted,
} from './agora.cache.ts'
import { DEFAULT_SEARCH, searchPageFrom, searchResultRules } from './agora.search.ts'

const ME = 1
const OTHER = 2
const suggestion = (suggestionNo: number, writerNo = OTHER): SuggestionView => ({
  suggestionNo,
  state: 0,
  opinion: `${suggestionNo}번째 의견이에요.`,
  timeCreated: '2026-01-01T00:00:00.000Z',
  writer: '박서준',
  writerNo,
})
const answer = (suggestionNo: number, opinion: string, minute = 0): SuggestionView => ({
  ...suggestion(suggestionNo, 3),
  state: 1,
  opinion,
  timeCreated: `2026-01-02T00:0${minute}:00.000Z`,
})

/** A page at version 10 with these suggestions, out of `total`. */
function pageOf(numbers: number[], { pageNo = 1, total = numbers.length } = {}): AgoraPage {
  const pageIndexes = { firstPage: 1, prevPage: 1, curPage: pageNo, nextPage: 1, lastPage: 1 }
  const itemList = numbers.map(number => suggestion(number))
  return pageFrom({ success: true, itemList, empathies: [], pageIndexes, total, version: 10 }, pageNo)
}
const posted = (version: number, number: number, total: number, writerNo = OTHER): AgoraEvent => ({
  name: 'suggestion:posted',
  payload: { version, suggestionNo: number, total, suggestion: suggestion(number, writerNo) },
})
const removed = (version: number, suggestionNo: number, total: number): AgoraEvent => ({
  name: 'suggestion:removed',
  payload: { version, suggestionNo, total },
})
const answered = (version: number, suggestionNo: number, opinion: string, minute?: number): AgoraEvent => ({
  name: 'suggestion:answered',
  payload: { version, suggestionNo, answer: answer(suggestionNo, opinion, minute) },
})

const numbersOf = ({ entries }: Pick<AgoraPage, 'entries'>) =>
  entries.map(entry => entry.suggestion.suggestionNo)
const apply = (page: AgoraPage, ...events: AgoraEvent[]) => applyEvents(agoraRules(ME), page, events)

test('puts an answer under the suggestion before it', () => {
  const pageIndexes = { firstPage: 1, prevPage: 1, curPage: 1, nextPage: 1, lastPage: 1 }
  const itemList = [suggestion(3), suggestion(2), answer(2, '네'), suggestion(1)]
  const { entries } = pageFrom({ success: true, itemList, pageIndexes, total: 3, version: 1 }, 1)
  expect(entries.map(({ answers }) => answers.length)).toEqual([0, 1, 0])
})

test('adds a new suggestion to the top of page 1, up to a maximum, and updates the total', () => {
  const { page, missing } = apply(pageOf([7, 6, 5, 4, 3, 2, 1]), posted(11, 8, 8))
  expect(numbersOf(page)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(page).toMatchObject({ total: 8, version: 11, pageIndex: { lastPageNum: 2 } })
  expect(missing).toBeNull()
  const numbers = Array.from({ length: ITEMS_PER_PAGE_MAX + 5 }, (_, index) => index + 2)
  const long = numbers.reduce((longer, number) => withPosted(longer, suggestion(number)), pageOf([1]))
  expect(long.entries).toHaveLength(ITEMS_PER_PAGE_MAX)
})

test('ignores duplicate events, late events and events that the response includes', () => {
  const once = apply(pageOf([2, 1]), posted(11, 3, 3)).page
  expect(apply(once, posted(11, 3, 3)).page).toEqual(once)
  expect(apply(pageOf([2, 1]), posted(10, 3, 3), removed(9, 1, 1)).page).toEqual(pageOf([2, 1]))
  expect(numbersOf(apply(pageOf([3, 2, 1]), posted(11, 3, 3)).page)).toEqual([3, 2, 1])
  const removal = apply(pageOf([2, 1]), removed(11, 2, 1)).page
  expect(apply(removal, removed(11, 2, 1), posted(10, 2, 2)).page).toEqual(removal)
})

test('removes a suggestion with its answer and requests a refetch to fill the page', () => {
  const full = pageOf([9, 8, 7, 6, 5, 4, 3], { total: 9 })
  expect(apply(full, removed(11, 5, 8))).toMatchObject({ missing: 'refetch', page: { total: 8 } })
  expect(numbersOf(apply(full, removed(11, 5, 8)).page)).toEqual([9, 8, 7, 6, 4, 3])
  expect(apply(pageOf([2, 1]), removed(11, 2, 1)).missing).toBeNull()
  expect(apply(full, removed(11, 1, 8)).missing).toBeNull()
  // A waiting suggestion fills the gap.
  expect(apply(full, posted(11, 10, 10), removed(12, 5, 9)).missing).toBeNull()
  const lastPage = apply(pageOf([1], { pageNo: 2, total: 8 }), removed(11, 1, 7)).page
  expect(lastPage).toMatchObject({ entries: [], total: 7, pageIndex: { curPageNum: 1, lastPageNum: 1 } })
})

test('replaces an answer only with a newer one', () => {
  const withFirstAnswer = apply(pageOf([2, 1]), answered(11, 2, '처음', 1)).page
  expect(withFirstAnswer.entries[0]?.answers).toMatchObject([{ opinion: '처음' }])
  const withSecondAnswer = apply(withFirstAnswer, answered(12, 2, '고침', 2)).page
  expect(withSecondAnswer.entries[0]?.answers).toMatchObject([{ opinion: '고침' }])
  const late = apply(withSecondAnswer, answered(13, 2, '늦음', 0)).page
  expect(late.entries[0]?.answers).toMatchObject([{ opinion: '고침' }])
  expect(apply(withSecondAnswer, answered(13, 77, '없는 의견')).page.entries).toEqual(
    withSecondAnswer.entries,
  )
})

test('keeps a later page and counts suggestions of others', () => {
  const page = pageOf([7, 6], { pageNo: 2, total: 9 })
  const debounced = apply(page, posted(11, 10, 10), posted(12, 11, 11, ME), posted(13, 12, 12)).page
  expect(numbersOf(debounced)).toEqual([7, 6])
  expect(debounced).toMatchObject({ arrivals: 2, total: 12 })
  expect(apply(page, posted(11, 10, 10), removed(12, 10, 9)).page.arrivals).toBe(0)
})

test('holds back suggestions of others while the reader is further down, but not the own ones', () => {
  const page = apply(pageOf([7, 6, 5, 4, 3, 2, 1]), posted(11, 8, 8), posted(12, 9, 9, ME)).page
  const waiting = shownAndWaiting(page, 7, ME)
  expect(waiting.waitingCount).toBe(1)
  expect(numbersOf({ entries: waiting.shown })).toEqual([9, 7, 6, 5, 4, 3, 2])
  const all = shownAndWaiting(page, 8, ME)
  expect(all.waitingCount).toBe(0)
  expect(all.shown).toHaveLength(SUGGESTIONS_PER_PAGE)
  expect(newestOfOthers(page.entries, ME)).toBe(8)
  expect(newestOfOthers([], ME)).toBe(0)
})

const reactionEvent = (version: number, suggestionNo: number, count: number): AgoraEvent => ({
  name: 'suggestion:empathized',
  payload: { version, suggestionNo, count },
})
const ownReaction = (version: number, count: number, isMine: boolean) => ({
  version,
  empathy: { suggestionNo: 2, count, isMine },
})
const reactionOf = (page: AgoraPage, number: number) =>
  page.entries.find(({ suggestion }) => suggestion.suggestionNo === number)?.empathy

test('applies reaction counts idempotently and keeps the own reaction', () => {
  const reactionEvents = [reactionEvent(12, 2, 5), reactionEvent(11, 2, 4), reactionEvent(12, 2, 5)]
  const { page, missing } = applyEvents(agoraRules(ME), pageOf([2, 1]), reactionEvents)
  expect(missing).toBeNull()
  expect(reactionOf(page, 2)).toEqual({ count: 5, isMine: false })
  expect(reactionOf(page, 1)).toEqual({ count: 0, isMine: false })
})

test('applies the own reaction from the response without lowering a newer count', () => {
  const reactedPage = withOwnReaction(pageOf([2, 1]), ownReaction(11, 3, true))
  expect(reactionOf(reactedPage, 2)).toEqual({ count: 3, isMine: true })
  const { page: later } = applyEvents(agoraRules(ME), pageOf([2, 1]), [
    reactionEvent(11, 2, 3),
    reactionEvent(12, 2, 4),
  ])
  expect(reactionOf(withOwnReaction(later, ownReaction(11, 3, true)), 2)).toEqual({ count: 4, isMine: true })
  expect(hasDifferentOwnReaction(reactedPage, { suggestionNo: 2, isMine: false })).toBe(true)
  expect(hasDifferentOwnReaction(reactedPage, { suggestionNo: 2, isMine: true })).toBe(false)
})

test('updates search results in place and adds no new ones', () => {
  const pageIndex = { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 }
  const itemList = [suggestion(3), suggestion(2)]
  const results = searchPageFrom({ success: true, itemList, empathies: [], total: 2, version: 10, pageIndex })
  const rules = searchResultRules({ ...DEFAULT_SEARCH, query: '의견' }, ME)
  const { page, missing } = applyEvents(rules, results, [
    posted(11, 4, 9),
    answered(12, 2, '네'),
    reactionEvent(13, 3, 1),
    removed(14, 1, 8),
  ])
  expect(missing).toBeNull()
  expect(page.total).toBe(2)
  expect(page.entries.map(({ suggestion, answers }) => [suggestion.suggestionNo, answers.length])).toEqual([
    [3, 0],
    [2, 1],
  ])
  expect(reactionOf(page, 3)?.count).toBe(1)
  expect(applyEvents(rules, results, [removed(11, 3, 8)]).missing, 'the next one moves up').toBe('refetch')
  expect(
    applyEvents(searchResultRules({ ...DEFAULT_SEARCH, only: 'own' }, ME), results, [posted(11, 4, 9, ME)])
      .missing,
  ).toBe('refetch')
})
