import { type ReactNode, use, useMemo, useState } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { scrollable } from '#client/platform/browser/scrolling.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { StaticPageContext } from './markdownContexts.ts'
import { RenderedNodes, RetryRender, useRendered } from './Rendered.tsx'
import { codeRenderer } from './renderer.ts'
import { countsAs, NOT_TEXT } from './textAttribute.ts'

/** How long the status of a copy is shown, in milliseconds. */
const COPY_STATUS_MS = 2_000

/** A fenced code block, highlighted if it names its language. */
export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  const isStatic = use(StaticPageContext) !== null
  if (language !== undefined && !isStatic) return <HighlightedCode code={code} language={language} />
  return (
    <CodeBox source={code}>
      <code>{code}</code>
    </CodeBox>
  )
}

/** Shows plain code before it is highlighted, for an unknown language, and over budget. */
function HighlightedCode({ code, language }: { code: string; language: string }) {
  const job = useMemo(() => ({ code, language }), [code, language])
  const { outcome, isExtended, isBusy, retry } = useRendered(codeRenderer, job)
  const isOutdated = isBusy && outcome?.status === 'rendered'
  return (
    <>
      <CodeBox source={code} isBusy={isBusy} isOutdated={isOutdated}>
        <code className={`language-${language}`}>
          {outcome?.status === 'rendered' ? <RenderedNodes rendered={outcome} /> : code}
        </code>
      </CodeBox>
      {outcome?.status === 'overBudget' && (
        <RetryRender
          label={t('markdown.colourCode')}
          failure={isExtended && !isBusy ? t('markdown.codeTooLarge') : null}
          busy={isBusy}
          onRetry={retry}
        />
      )}
    </>
  )
}

interface CodeBoxProps {
  source: string
  isBusy?: boolean
  /** Whether the children show the code before an edit. */
  isOutdated?: boolean
  children: ReactNode
}

function CodeBox({ source, isBusy = false, isOutdated = false, children }: CodeBoxProps) {
  return (
    <div className="md-code">
      <pre
        translate="no"
        {...scrollable(t('markdown.codeLabel'))}
        aria-busy={isBusy || undefined}
        {...(isOutdated && countsAs(source))}
      >
        {children}
      </pre>
      {use(StaticPageContext) === null && <CopyButton code={source} />}
    </div>
  )
}

function CopyButton({ code }: { code: string }) {
  const [status, setStatus] = useState<'copied' | 'failed' | null>(null)

  async function copy() {
    setStatus((await copyText(code)) ? 'copied' : 'failed')
    setTimeout(setStatus, COPY_STATUS_MS, null)
  }

  return (
    <span className="md-copy no-print" {...NOT_TEXT}>
      <span className="md-copy__status" role="status">
        {status === 'copied' && t('markdown.codeCopied')}
        {status === 'failed' && t('markdown.codeNotCopied')}
      </span>
      <Button
        kind="quiet"
        className="md-copy__button"
        aria-label={t('markdown.copyCode')}
        onClick={() => void copy()}
      >
        {t('markdown.copy')}
      </Button>
    </span>
  )
}
