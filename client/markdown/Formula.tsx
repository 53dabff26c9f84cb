import { use, useCallback, useMemo, useState } from 'react'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { StaticPageContext } from './markdownContexts.ts'
import { RenderedNodes, RetryRender, useRendered } from './Rendered.tsx'
import { formulaRenderer } from './renderer.ts'
import { countsAs } from './textAttribute.ts'

/** In elements; a formula of one character has 12. */
const SHORT_MAX = 50
/** In characters. Shorter TeX is hardly wider than a phone, and a note may have thousands of such formulas. */
const NARROW_TEX_MAX = 20

interface FormulaProps {
  tex: string
  display: boolean
}

/** A formula of a note. */
export function Formula(formula: FormulaProps) {
  return use(StaticPageContext) === null ? <LiveFormula {...formula} /> : <StaticFormula {...formula} />
}

/** MathML, which browsers show without scripts and fonts. */
function StaticFormula({ tex, display }: FormulaProps) {
  const markup = use(StaticPageContext)?.formula(tex, display) ?? null
  const props = display
    ? { className: 'md-formula md-formula-display', ...scrollable(t('markdown.formulaLabel')) }
    : { className: tex.length > NARROW_TEX_MAX ? 'md-formula md-formula-long' : 'md-formula' }
  if (markup === null)
    return (
      <span {...props}>
        <code>{sourceOf({ tex, display })}</code>
      </span>
    )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes the text, and trusts no command that makes HTML
  return <span {...props} dangerouslySetInnerHTML={{ __html: markup }} />
}

function sourceOf({ tex, display }: FormulaProps): string {
  return display ? `$$${tex}$$` : `$${tex}$`
}

/** Shows the source of a formula before it is rendered, if its TeX is invalid, and over budget. */
function LiveFormula({ tex, display }: FormulaProps) {
  const job = useMemo(() => ({ tex, display }), [tex, display])
  const { outcome, isExtended, isBusy, retry } = useRendered(formulaRenderer, job)
  const [wideTex, setWideTex] = useState<string | null>(null)
  const handleWide = useCallback(() => setWideTex(tex), [tex])
  const source = sourceOf({ tex, display })
  const isBlock = display || wideTex === tex

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
    ...(isBlock
      ? { className: 'md-formula md-formula-display', ...scrollable(t('markdown.formulaLabel')) }
      : { className: isShort ? 'md-formula md-formula-short' : 'md-formula' }),
    ...countsAs(tex),
  }
  if (outcome?.status === 'rendered')
    return (
      <RenderedNodes
        rendered={outcome}
        {...props}
        aria-busy={isBusy}
        onWide={isBlock || tex.length <= NARROW_TEX_MAX ? undefined : handleWide}
      />
    )
  return (
    <span {...props} aria-busy={isBusy} data-wrong={outcome?.status === 'invalid' ? '' : undefined}>
      <code>{source}</code>
    </span>
  )
}
