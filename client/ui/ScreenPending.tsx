import { t } from '#client/platform/language/language.ts'
import { Spinner } from '#client/ui/Spinner.tsx'
import './ScreenPending.css'

/** Stands in for a screen whose code, or whose sign-in check, is on its way. */
export function ScreenPending() {
  return (
    <div className="screen-pending" role="status">
      <Spinner />
      <span className="visually-hidden">{t('common.loading')}</span>
    </div>
  )
}
