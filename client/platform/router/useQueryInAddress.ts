import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** What stands behind the question mark of the address, and how to go to the same screen with something else there. */
export function useQueryInAddress(): [
  query: URLSearchParams,
  goTo: (query: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const goTo = useCallback(
    (next: URLSearchParams, options?: NavigateOptions) => void navigate(`?${next}`, options),
    [navigate],
  )
  return [query, goTo]
}
