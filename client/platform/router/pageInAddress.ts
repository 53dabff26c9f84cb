import { useEffect } from 'react'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import type { PageIndex } from '#protocol/paging.ts'

/** The page of a list stands in the address (`?page=2`), so that reload, back and bookmarks find it again. */
export function usePageInAddress(): { page: number; goToPage: (page: number) => void } {
  const [params, goTo] = useQueryInAddress()
  return {
    page: pageOf(params.get('page')),
    goToPage: page => goTo(withPage(params, page)),
  }
}

/** The server answers a page beyond the end with the last one: the address then names that. */
export function useAnsweredPage(answered: PageIndex | undefined): void {
  const [params, goTo] = useQueryInAddress()
  const asked = pageOf(params.get('page'))
  const current = answered?.curPageNum ?? asked

  useEffect(() => {
    if (current !== asked) goTo(withPage(params, current), { replace: true })
  }, [current, asked, params, goTo])
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

/** The number of a topic, note, hub or comment in the address; null when there is none, or something else stands there. */
export function useNumberInAddress(name: 'topic' | 'no' | 'hub' | 'comment'): number | null {
  const [params] = useQueryInAddress()
  const parameter = params.get(name)
  return /^[1-9]\d{0,14}$/.test(parameter ?? '') ? Number(parameter) : null
}
