import { t } from '#client/platform/language/language.ts'
import './Spinner.css'

/** Hidden from screen readers: the component around it has to provide a text. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

/** Shown while the code of a screen, or the session check, is loading. `isPart`: the screen already has a heading. */
export function ScreenPending({ isPart = false }: { isPart?: boolean }) {
  const Label = isPart ? 'span' : 'h1'
  return (
    <div className="screen-pending" role="status">
      <Spinner />
      <Label className="visually-hidden">{t('common.loading')}</Label>
    </div>
  )
}
