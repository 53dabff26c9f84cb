import { useLayoutEffect, useRef } from 'react'
import { t } from '#client/platform/language.ts'
import { formulaSource } from './formula.source.ts'
import { onDemand, useOnDemand } from './on-demand.ts'
import { scrollable } from './scrollable.ts'

const drawing = onDemand(() => import('./math.engine.ts'))

/** A formula; its source until KaTeX has come, and when it cannot be read as TeX. */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const { value: engine, busy } = useOnDemand(drawing)
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (engine && place.current) engine.drawFormula(place.current, tex, display)
  }, [engine, tex, display])

  const box = display
    ? { className: 'md-formula md-formula-display', ...scrollable(t('markdown.formulaLabel')) }
    : { className: 'md-formula' }
  // React leaves the drawn element's inside alone, for it gives it no children; the keys keep the two apart.
  if (engine) return <span key="drawn" ref={place} {...box} />
  return (
    <span key="source" {...box} aria-busy={busy}>
      <code>{formulaSource(tex, display)}</code>
    </span>
  )
}
