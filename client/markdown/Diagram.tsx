import { type CSSProperties, use, useMemo, useSyncExternalStore } from 'react'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { diagramRenderer } from './diagram/diagramRenderer.ts'
import { StaticPageContext } from './markdownContexts.ts'
import { RetryRender, useRendered } from './Rendered.tsx'
import { countsAs, NOT_TEXT } from './textAttribute.ts'
import './formats.css'

/** A diagram in Mermaid's language; its source on a page without scripts. */
export function Diagram({ source }: { source: string }) {
  if (use(StaticPageContext) === null) return <LiveDiagram source={source} />
  return (
    <div className="md-diagram">
      <CodeBlock code={source} language={undefined} />
    </div>
  )
}

/** Shows the source before it is rendered, if it is invalid, and over budget. */
function LiveDiagram({ source }: { source: string }) {
  const isDark = useSyncExternalStore(subscribeToTheme, isDarkMode, () => false)
  const job = useMemo(() => ({ source, isDark }), [source, isDark])
  const { outcome, isExtended, isBusy, retry } = useRendered(diagramRenderer, job)

  if (outcome?.status === 'rendered') {
    const { picture, title, width, height } = outcome
    const name = t('formats.diagramNamed', { title: title || source })
    return (
      <div className="md-diagram" aria-busy={isBusy || undefined} {...countsAs(source)}>
        <div className="md-diagram-box" {...scrollable(t('formats.diagram'))}>
          <img
            className={isDark ? 'md-diagram-dark' : undefined}
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`}
            alt={name}
            width={width}
            height={height}
            style={{ '--diagram-width': `${width}px` } as CSSProperties}
          />
        </div>
      </div>
    )
  }
  return (
    <div className="md-diagram" aria-busy={isBusy || undefined}>
      <CodeBlock code={source} language={undefined} />
      {!isBusy && outcome?.status === 'overBudget' && (
        <RetryRender
          label={t('formats.drawDiagram')}
          failure={isExtended ? t('formats.diagramTooLarge') : null}
          busy={isBusy}
          onRetry={retry}
        />
      )}
      {!isBusy && (outcome?.status === 'invalid' || outcome?.status === 'unavailable') && (
        <p className="md-diagram-failure" {...NOT_TEXT}>
          {t(outcome.status === 'invalid' ? 'formats.diagramInvalid' : 'formats.diagramUnavailable')}
        </p>
      )}
    </div>
  )
}

function isDarkMode(): boolean {
  return document.body.classList.contains('dark_mode')
}

function subscribeToTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] })
  return () => observer.disconnect()
}
