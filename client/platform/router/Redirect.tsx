import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#client/platform/language/language.ts'
import { useIsLeaving } from './navigation.ts'

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
