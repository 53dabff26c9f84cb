import { t } from '#client/platform/language/language.ts'
import { uses } from '../home.uses.ts'
import { UseDrawing } from './UseDrawing.tsx'
import './uses.css'

/** What it is for, each with a drawing, and the specification's sentences about the whole. */
export function Uses() {
  return (
    <section className="uses">
      <ol className="uses__list">
        {uses.map(([use, more]) => (
          <li className="uses__use" key={use}>
            <UseDrawing of={use} />
            <h2>{t(use)}</h2>
            <p>{t(more)}</p>
          </li>
        ))}
      </ol>
      <p className="home__small">
        {t('home.lead')} {t('home.browser')}
      </p>
    </section>
  )
}
