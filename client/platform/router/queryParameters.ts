import { useCallback, useEffect, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import type { PageIndex } from '#protocol/paging.ts'
import { useIsLeaving } from './navigation.ts'

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

/** The number of a topic, note, hub or comment in the address; null if it is missing or malformed. */
export function useNumberParameter(name: 'topic' | 'no' | 'hub' | 'comment'): number | null {
  const [params] = useQueryParameters()
  const parameter = params.get(name)
  return /^[1-9]\d{0,14}$/.test(parameter ?? '') ? Number(parameter) : null
}
