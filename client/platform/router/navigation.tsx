import { useCallback, useEffect, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useNavigationType } from 'react-router'
import { t } from '#client/platform/language/language.ts'
import type { PageIndex } from '#protocol/paging.ts'

/** The router's key of the history entry with which the page was opened. */
const FIRST_KEY = 'default'

/**
 * Returns a function that tells whether the user has navigated to another screen that is not rendered yet: the browser's history is
 * ahead of the router's location. A new note that gets its address stays in its history entry, so it does not count.
 */
export function useIsLeaving(): () => boolean {
  const { pathname, key } = useLocation()
  return useCallback(() => {
    const entry = (window.history.state as { key?: string } | null)?.key ?? FIRST_KEY
    return entry !== key && window.location.pathname !== pathname
  }, [pathname, key])
}

/** Goes to the previous page in this tab, or to `list` if there is none. */
export function useGoBack(list: string): () => void {
  const navigate = useNavigate()
  return () => void (hasPreviousPage() ? navigate(-1) : navigate(list, { replace: true }))
}

/** The router numbers its history entries in this tab, from 0. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/** The history entries of this tab that were shown since the page was loaded. */
const visited = new Set<string>()

/** Whether the user went back or forward to an entry that was shown before, whose screen keeps its scroll position. */
export function useIsBackNavigation(): boolean {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const place = `${key} ${pathname}${search}`
  const isReturn = useMemo(() => type === 'POP' && visited.has(place), [type, place])
  useEffect(() => {
    visited.add(place)
  }, [place])
  return isReturn
}

/** Query parameters that only select a part of a list. */
const LIST_PARAMETERS = ['page', 'only']

/**
 * Wraps a navigation callback: it runs only if the URL is still the one at wrap time, ignoring `page` and `only`. After a click the URL
 * changes at once, but the old screen stays mounted until the next one renders; its late responses must not navigate the user back.
 */
export function ifStillHere<Args extends unknown[]>(
  navigate: (...args: Args) => void,
): (...args: Args) => void {
  const placeAtStart = placeOf(window.location)
  return (...args) => {
    if (placeOf(window.location) === placeAtStart) navigate(...args)
  }
}

function placeOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search)
  for (const parameter of LIST_PARAMETERS) query.delete(parameter)
  return `${pathname}?${query}`
}

/**
 * The query parameters of the address, and a function that changes them on the same screen. It does nothing once the user is on their
 * way to another screen, so a late response or a debounced input does not navigate them back.
 */
export function useQueryParameters(): [
  query: URLSearchParams,
  goTo: (query: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const goTo = useCallback(
    (next: URLSearchParams, options?: NavigateOptions) => {
      if (!isLeaving()) void navigate(`?${next}`, options)
    },
    [navigate, isLeaving],
  )
  return [query, goTo]
}

/** The page of a list in the address (`?page=2`), so that it survives reload, back and bookmarks. */
export function usePageParameter(): { page: number; goToPage: (page: number) => void } {
  const [params, goTo] = useQueryParameters()
  return {
    page: pageOf(params.get('page')),
    goToPage: page => goTo(withPage(params, page)),
  }
}

/** Corrects the address to the page in the response: for a page beyond the end the server returns the last one. */
export function useCorrectedPage(response: PageIndex | undefined): void {
  const [params, goTo] = useQueryParameters()
  const requested = pageOf(params.get('page'))
  const current = response?.curPageNum ?? requested

  useEffect(() => {
    if (current !== requested) goTo(withPage(params, current), { replace: true })
  }, [current, requested, params, goTo])
}

function pageOf(parameter: string | null): number {
  return /^[1-9]\d{0,8}$/.test(parameter ?? '') ? Number(parameter) : 1
}

function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

/** The number of a topic, note, part of a series, hub, comment or user in the address; null if it is missing or malformed. */
export function useNumberParameter(name: 'topic' | 'no' | 'part' | 'hub' | 'comment' | 'by'): number | null {
  const [params] = useQueryParameters()
  const parameter = params.get(name)
  return /^[1-9]\d{0,14}$/.test(parameter ?? '') ? Number(parameter) : null
}

/** Navigates to `to` and replaces the current history entry, unless the user is already on their way to another screen. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (!isLeaving()) void navigate(to, { replace: true })
  }, [navigate, to, isLeaving])
  // Every screen has one heading, also until the next one is rendered.
  return <h1 className="visually-hidden">{t('common.loading')}</h1>
}
