import { useNavigate } from 'react-router'

/** Goes to the previous page of this tab; to `list` when this was the first. */
export function useGoBack(list: string): () => void {
  const navigate = useNavigate()
  return () => void (hasPreviousPage() ? navigate(-1) : navigate(list, { replace: true }))
}

/** The router counts the entries that it made in this tab. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
