import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useIsLeaving } from './useIsLeaving.ts'

/** Leads on, and leaves no trace of this place in the history. Whoever is on their way elsewhere goes there. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (!isLeaving()) void navigate(to, { replace: true })
  }, [navigate, to, isLeaving])
  return null
}
