import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#client/platform/language/language.ts'
import { useIsLeaving } from './useIsLeaving.ts'

/** Leads on, and leaves no trace of this place in the history. Whoever is on their way elsewhere goes there. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  useEffect(() => {
    if (!isLeaving()) void navigate(to, { replace: true })
  }, [navigate, to, isLeaving])
  // Every screen has one heading, until the next one is there, too.
  return <h1 className="visually-hidden">{t('common.loading')}</h1>
}
