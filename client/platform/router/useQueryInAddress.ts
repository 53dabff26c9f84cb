import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'
import { useIsLeaving } from './useIsLeaving.ts'

/**
 * What stands behind the question mark of the address, and how to go to the same screen with something else there: an answer, or a
 * pause in typing, that comes while its reader is on their way elsewhere does not take them back.
 */
export function useQueryInAddress(): [
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
