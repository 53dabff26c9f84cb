import { t } from '#client/platform/language/language.ts'
import { Spinner } from '#client/ui/Spinner.tsx'
import './ScreenPending.css'

/** Stands in for a screen whose code, or whose sign-in check, is on its way. `isPart`: the screen has its heading already. */
export function ScreenPending({ isPart = false }: { isPart?: boolean }) {
  const Words = isPart ? 'span' : 'h1'
  return (
    <div className="screen-pending" role="status">
      <Spinner />
      <Words className="visually-hidden">{t('common.loading')}</Words>
    </div>
  )
}
