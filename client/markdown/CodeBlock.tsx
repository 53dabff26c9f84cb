import { type ReactNode, useMemo } from 'react'
import { t } from '#client/platform/language/language.ts'
import { CopyCode } from './CopyCode.tsx'
import { DrawnNodes } from './DrawnNodes.tsx'
import { codeDrawer } from './drawers.ts'
import { RetryRender } from './RetryRender.tsx'
import { scrollable } from './scrollable.ts'
import { useDrawn } from './useDrawn.ts'
import './code.css'

type Code = { code: string; language: string }

/** A fenced code block, coloured where it names its language. */
export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  if (language !== undefined) return <ColouredCode code={code} language={language} />
  return (
    <CodeBox source={code}>
      <code>{code}</code>
    </CodeBox>
  )
}

/** Plain until it is coloured, when its language is unknown, and when it takes too long. */
function ColouredCode({ code, language }: Code) {
  const job = useMemo(() => ({ code, language }), [code, language])
  const { outcome, hasAsked, isBusy, ask } = useDrawn(codeDrawer, job)
  return (
    <>
      <CodeBox source={code} isBusy={isBusy}>
        <code className={`language-${language}`}>
          {outcome?.is === 'drawn' ? <DrawnNodes drawn={outcome} /> : code}
        </code>
      </CodeBox>
      {outcome?.is === 'over' && (
        <RetryRender
          label={t('markdown.colourCode')}
          failure={hasAsked && !isBusy ? t('markdown.codeTooLarge') : null}
          busy={isBusy}
          onAsk={ask}
        />
      )}
    </>
  )
}

interface CodeBoxProps {
  source: string
  isBusy?: boolean
  children: ReactNode
}

function CodeBox({ source, isBusy = false, children }: CodeBoxProps) {
  return (
    <div className="md-code">
      <pre translate="no" {...scrollable(t('markdown.codeLabel'))} aria-busy={isBusy || undefined}>
        {children}
      </pre>
      <CopyCode code={source} />
    </div>
  )
}
