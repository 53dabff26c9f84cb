import { spliceOf } from '#protocol/document/merge.ts'
import type { ExpressionResult, ExpressionSearch } from './expression.search.ts'
import { type FindQuery, findLiteral, type Match, movedBy, NO_QUERY } from './find.rules.ts'

/** Why a regular expression finds nothing. */
export type FindProblem = Exclude<ExpressionResult, Match[]>

export interface FinderState {
  query: FindQuery
  matches: readonly Match[]
  /** The index of the current match; -1 without matches. */
  current: number
  problem: FindProblem | null
  /** Increases whenever the user goes to a match, which is then to be scrolled to. */
  visits: number
}

/** Finds a query in a text that changes, and keeps the current match. */
export interface Finder {
  state: () => FinderState
  subscribe: (listener: () => void) => () => void
  /** The text to which the matches belong. */
  text: () => string
  setText: (text: string) => void
  /** Goes to the first match behind the position where the search began. */
  setQuery: (query: FindQuery) => void
  /** Goes to the next or previous match; with a selection, to the first one behind or before it. */
  step: (by: 1 | -1, selection?: { start: number; end: number }) => void
  /** The search goes on from there. `visits`: also with the next text. */
  moveTo: (position: number, options?: { visitsNext: boolean }) => void
}

export function createFinder({ search }: Pick<ExpressionSearch, 'search'>): Finder {
  const listeners = new Set<() => void>()
  let text = ''
  let state: FinderState = { query: NO_QUERY, matches: [], current: -1, problem: null, visits: 0 }
  /** The current match is the first one from here. */
  let anchor = 0
  let isVisiting = false
  let isSearching = false
  let isOutdated = false

  function update(part: Partial<FinderState>): void {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function show(matches: readonly Match[], problem: FindProblem | null): void {
    const next = matches.findIndex(({ from }) => from >= anchor)
    const current = next < 0 ? Math.min(0, matches.length - 1) : next
    const match = matches[current]
    const visits = state.visits + (isVisiting ? 1 : 0)
    if (isVisiting && match) anchor = match.from
    isVisiting = false
    update({ matches, current, problem, visits })
  }

  function refresh(): void {
    if (state.query.text === '') show([], null)
    else if (state.query.isExpression) void searchExpression()
    else show(findLiteral(text, state.query), null)
  }

  /** One search at a time, always of the newest text. */
  async function searchExpression(): Promise<void> {
    isOutdated = isSearching
    if (isSearching) return
    isSearching = true
    let result: ExpressionResult
    do {
      isOutdated = false
      result = await search({ text, query: state.query })
    } while (isOutdated && state.query.isExpression)
    isSearching = false
    if (!state.query.isExpression || state.query.text === '') return
    if (typeof result === 'string') show([], result)
    else show(result, null)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    text: () => text,
    setText(next) {
      if (next === text) return
      const change = spliceOf(text, next)
      text = next
      anchor = movedBy(change, anchor)
      // A slow expression would be slow at every key press.
      if (state.problem === 'tooSlow' || state.problem === 'invalid') return
      if (state.query.isExpression) {
        const matches = state.matches.flatMap(match => {
          if (match.to <= change.from) return match
          const { length } = change.insert
          const shift = length - (change.to - change.from)
          return match.from >= change.to ? { ...match, from: match.from + shift, to: match.to + shift } : []
        })
        state = { ...state, matches }
      }
      refresh()
    },
    setQuery(query) {
      isVisiting = true
      state = { ...state, query, problem: null }
      refresh()
    },
    step(by, selection) {
      const { matches, current, visits } = state
      const index = selection ? beside(matches, selection, by) : current + by
      const wrapped = (index + matches.length) % matches.length
      const match = matches[wrapped]
      if (match === undefined) return
      anchor = match.from
      update({ current: wrapped, visits: visits + 1 })
    },
    moveTo(position, { visitsNext } = { visitsNext: false }) {
      anchor = position
      isVisiting = visitsNext
    },
  }
}

/** The index of the first match behind the selection, or of the last one before it. One too far if there is none. */
function beside(
  matches: readonly Match[],
  { start, end }: { start: number; end: number },
  by: 1 | -1,
): number {
  if (by === -1) return matches.findLastIndex(({ to }) => to <= start)
  const next = matches.findIndex(({ from }) => from >= end)
  return next < 0 ? matches.length : next
}
