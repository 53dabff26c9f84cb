import { useMemo } from 'react'
import { t } from '#client/platform/language/language.ts'
import { DrawnNodes } from './DrawnNodes.tsx'
import { formulaDrawer } from './drawers.ts'
import { formulaSource } from './formula.source.ts'
import { RetryRender } from './RetryRender.tsx'
import { scrollable } from './scrollable.ts'
import { useDrawn } from './useDrawn.ts'

/** In elements; a formula of one sign has 12. */
const SHORT = 50

/** A formula; its source until it is drawn, when it cannot be read as TeX, and when it takes too long. */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const job = useMemo(() => ({ tex, display }), [tex, display])
  const { outcome, hasAsked, isBusy, ask } = useDrawn(formulaDrawer, job)
  const source = formulaSource(tex, display)

  if (outcome?.is === 'over')
    return (
      <span className={display ? 'md-over md-over-display' : 'md-over'} aria-busy={isBusy}>
        <code className="md-over-source" {...scrollable(t('markdown.formulaLabel'))}>
          {source}
        </code>
        <RetryRender
          label={t('markdown.drawFormula')}
          failure={hasAsked && !isBusy ? t('markdown.formulaTooLarge') : null}
          busy={isBusy}
          onAsk={ask}
        />
      </span>
    )
  const isShort = outcome?.is === 'drawn' && outcome.size < SHORT
  const box = display
    ? { className: 'md-formula md-formula-display', ...scrollable(t('markdown.formulaLabel')) }
    : { className: isShort ? 'md-formula md-formula-short' : 'md-formula' }
  if (outcome?.is === 'drawn') return <DrawnNodes drawn={outcome} {...box} aria-busy={isBusy} />
  return (
    <span {...box} aria-busy={isBusy} data-wrong={outcome?.is === 'wrong' ? '' : undefined}>
      <code>{source}</code>
    </span>
  )
}
