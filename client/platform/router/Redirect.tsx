import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Leads on, and leaves no trace of this place in the history. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
