import { useMemo } from 'react'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { RenderedNodes, RetryRender, useRendered } from './Rendered.tsx'
import { formulaRenderer } from './renderer.ts'
import { countsAs } from './textAttribute.ts'

/** In elements; a formula of one character has 12. */
const SHORT_MAX = 50

/** Shows the source of a formula before it is rendered, if its TeX is invalid, and over budget. */
export function Formula({ tex, display }: { tex: string; display: boolean }) {
  const job = useMemo(() => ({ tex, display }), [tex, display])
  const { outcome, isExtended, isBusy, retry } = useRendered(formulaRenderer, job)
  const source = display ? `$$${tex}$$` : `$${tex}$`

  if (outcome?.status === 'overBudget')
    return (
      <span
        className={display ? 'md-unrendered md-unrendered-display' : 'md-unrendered'}
        aria-busy={isBusy}
        {...countsAs(tex)}
      >
        <code className="md-unrendered__source" {...scrollable(t('markdown.formulaLabel'))}>
          {source}
        </code>
        <RetryRender
          label={t('markdown.drawFormula')}
          failure={isExtended && !isBusy ? t('markdown.formulaTooLarge') : null}
          busy={isBusy}
          onRetry={retry}
        />
      </span>
    )
  const isShort = outcome?.status === 'rendered' && outcome.size < SHORT_MAX
  const props = {
    ...(display
      ? { className: 'md-formula md-formula-display', ...scrollable(t('markdown.formulaLabel')) }
      : { className: isShort ? 'md-formula md-formula-short' : 'md-formula' }),
    ...countsAs(tex),
  }
  if (outcome?.status === 'rendered')
    return <RenderedNodes rendered={outcome} {...props} aria-busy={isBusy} />
  return (
    <span {...props} aria-busy={isBusy} data-wrong={outcome?.status === 'invalid' ? '' : undefined}>
      <code>{source}</code>
    </span>
  )
}
