import { expect, test } from 'vitest'
import { withEvents } from '#client/live/versions.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import type { AgoraEvent } from '#protocol/events.ts'
import { ITEMS_PER_PAGE_MAX, SUGGESTIONS_PER_PAGE } from '#protocol/limits.ts'
import {
  type AgoraPage,
  agoraRules,
  newestOfOthers,
  pageFrom,
  saysOtherwise,
  shownAndWaiting,
  withOwnReaction,
  withPosted,
} from './agora.cache.ts'
import { EVERYTHING, searchPageFrom, searchResultRules } from './agora.search.ts'

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

/** A page at version 10 with these suggestions, of as many as there are in all. */
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
const settle = (page: AgoraPage, ...events: AgoraEvent[]) => withEvents(agoraRules(ME), page, events)

test('an answer stands under the suggestion before it', () => {
  const pageIndexes = { firstPage: 1, prevPage: 1, curPage: 1, nextPage: 1, lastPage: 1 }
  const itemList = [suggestion(3), suggestion(2), answer(2, '네'), suggestion(1)]
  const { entries } = pageFrom({ success: true, itemList, pageIndexes, total: 3, version: 1 }, 1)
  expect(entries.map(({ answers }) => answers.length)).toEqual([0, 1, 0])
})

test('a new suggestion comes on top of the first page, and its total is right', () => {
  const { page, lacks } = settle(pageOf([7, 6, 5, 4, 3, 2, 1]), posted(11, 8, 8))
  expect(numbersOf(page)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(page).toMatchObject({ total: 8, version: 11, pageIndex: { lastPageNum: 2 } })
  expect(lacks).toBeNull()
})

test('the same event twice, late or already in the answer changes nothing', () => {
  const once = settle(pageOf([2, 1]), posted(11, 3, 3)).page
  expect(settle(once, posted(11, 3, 3)).page).toEqual(once)
  expect(settle(pageOf([2, 1]), posted(10, 3, 3), removed(9, 1, 1)).page).toEqual(pageOf([2, 1]))
  expect(numbersOf(settle(pageOf([3, 2, 1]), posted(11, 3, 3)).page)).toEqual([3, 2, 1])
  const removal = settle(pageOf([2, 1]), removed(11, 2, 1)).page
  expect(settle(removal, removed(11, 2, 1), posted(10, 2, 2)).page).toEqual(removal)
})

test('events that overtook each other are applied in their order', () => {
  const { page, lacks } = settle(pageOf([1]), removed(12, 2, 1), posted(11, 2, 2))
  expect(numbersOf(page)).toEqual([1])
  expect(lacks).toBeNull()
  expect(numbersOf(settle(pageOf([2]), posted(12, 3, 3), posted(11, 4, 2)).page)).toEqual([4, 3, 2])
})

test('before an event that is missing the page waits to be fetched again', () => {
  const { page, lacks } = settle(pageOf([1]), posted(12, 3, 3))
  expect(numbersOf(page)).toEqual([1])
  expect(lacks).toBe('event')
})

test('a removed suggestion goes with its answer, and the page must be filled up when there are more', () => {
  const full = pageOf([9, 8, 7, 6, 5, 4, 3], { total: 9 })
  expect(settle(full, removed(11, 5, 8))).toMatchObject({ lacks: 'answer', page: { total: 8 } })
  expect(numbersOf(settle(full, removed(11, 5, 8)).page)).toEqual([9, 8, 7, 6, 4, 3])
  expect(settle(pageOf([2, 1]), removed(11, 2, 1)).lacks).toBeNull()
  expect(settle(full, removed(11, 1, 8)).lacks).toBeNull()
  // One that waits takes the free place.
  expect(settle(full, posted(11, 10, 10), removed(12, 5, 9)).lacks).toBeNull()
})

test('the last page, when it becomes empty, is not the last any more', () => {
  const { page } = settle(pageOf([1], { pageNo: 2, total: 8 }), removed(11, 1, 7))
  expect(page).toMatchObject({ entries: [], total: 7, pageIndex: { curPageNum: 1, lastPageNum: 1 } })
})

test('an answer stands under its suggestion, and only a newer one replaces it', () => {
  const first = settle(pageOf([2, 1]), answered(11, 2, '처음', 1)).page
  expect(first.entries[0]?.answers).toMatchObject([{ opinion: '처음' }])
  const second = settle(first, answered(12, 2, '고침', 2)).page
  expect(second.entries[0]?.answers).toMatchObject([{ opinion: '고침' }])
  const late = settle(second, answered(13, 2, '늦음', 0)).page
  expect(late.entries[0]?.answers).toMatchObject([{ opinion: '고침' }])
  expect(settle(second, answered(13, 77, '없는 의견')).page.entries).toEqual(second.entries)
})

test('of a later page the suggestions stay, and what others posted is counted', () => {
  const page = pageOf([7, 6], { pageNo: 2, total: 9 })
  const settled = settle(page, posted(11, 10, 10), posted(12, 11, 11, ME), posted(13, 12, 12)).page
  expect(numbersOf(settled)).toEqual([7, 6])
  expect(settled).toMatchObject({ arrivals: 2, total: 12 })
  expect(settle(page, posted(11, 10, 10), removed(12, 10, 9)).page.arrivals).toBe(0)
})

test('what others posted waits for a reader further down, one’s own never', () => {
  const page = settle(pageOf([7, 6, 5, 4, 3, 2, 1]), posted(11, 8, 8), posted(12, 9, 9, ME)).page
  const waiting = shownAndWaiting(page, 7, ME)
  expect(waiting.waitingCount).toBe(1)
  expect(numbersOf({ entries: waiting.shown })).toEqual([9, 7, 6, 5, 4, 3, 2])
  const all = shownAndWaiting(page, 8, ME)
  expect(all.waitingCount).toBe(0)
  expect(all.shown).toHaveLength(SUGGESTIONS_PER_PAGE)
  expect(newestOfOthers(page.entries, ME)).toBe(8)
  expect(newestOfOthers([], ME)).toBe(0)
})

test('a page does not grow without end', () => {
  let page = pageOf([1])
  for (let number = 2; number <= ITEMS_PER_PAGE_MAX + 5; number += 1)
    page = withPosted(page, suggestion(number))
  expect(page.entries).toHaveLength(ITEMS_PER_PAGE_MAX)
})

const reacted = (version: number, suggestionNo: number, count: number): AgoraEvent => ({
  name: 'suggestion:empathized',
  payload: { version, suggestionNo, count },
})
const own = (version: number, count: number, isMine: boolean) => ({
  version,
  empathy: { suggestionNo: 2, count, isMine },
})
const reactionOf = (page: AgoraPage, number: number) =>
  page.entries.find(({ suggestion }) => suggestion.suggestionNo === number)?.empathy

test('how many empathize is told twice or late without harm, and says nothing of oneself', () => {
  const told = [reacted(12, 2, 5), reacted(11, 2, 4), reacted(12, 2, 5)]
  const { page, lacks } = withEvents(agoraRules(ME), pageOf([2, 1]), told)
  expect(lacks).toBeNull()
  expect(reactionOf(page, 2)).toEqual({ count: 5, isMine: false })
  expect(reactionOf(page, 1)).toEqual({ count: 0, isMine: false })
})

test('one’s own empathy is shown with the answer, which lowers no number that is newer', () => {
  const pressed = withOwnReaction(pageOf([2, 1]), own(11, 3, true))
  expect(reactionOf(pressed, 2)).toEqual({ count: 3, isMine: true })
  const { page: later } = withEvents(agoraRules(ME), pageOf([2, 1]), [reacted(11, 2, 3), reacted(12, 2, 4)])
  expect(reactionOf(withOwnReaction(later, own(11, 3, true)), 2)).toEqual({ count: 4, isMine: true })
  expect(saysOtherwise(pressed, { suggestionNo: 2, isMine: false })).toBe(true)
  expect(saysOtherwise(pressed, { suggestionNo: 2, isMine: true })).toBe(false)
})

test('what was found stays as it is, but for what is told of it', () => {
  const pageIndex = { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 }
  const itemList = [suggestion(3), suggestion(2)]
  const found = searchPageFrom({ success: true, itemList, empathies: [], total: 2, version: 10, pageIndex })
  const rules = searchResultRules({ ...EVERYTHING, query: '의견' }, ME)
  const { page, lacks } = withEvents(rules, found, [
    posted(11, 4, 9),
    answered(12, 2, '네'),
    reacted(13, 3, 1),
    removed(14, 1, 8),
  ])
  expect(lacks).toBeNull()
  expect(page.total).toBe(2)
  expect(page.entries.map(({ suggestion, answers }) => [suggestion.suggestionNo, answers.length])).toEqual([
    [3, 0],
    [2, 1],
  ])
  expect(reactionOf(page, 3)?.count).toBe(1)
  expect(withEvents(rules, found, [removed(11, 3, 8)]).lacks, 'the next one moves up').toBe('answer')
  expect(
    withEvents(searchResultRules({ ...EVERYTHING, only: 'own' }, ME), found, [posted(11, 4, 9, ME)]).lacks,
  ).toBe('answer')
})
