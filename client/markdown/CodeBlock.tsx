import { useMemo } from 'react'
import { t } from '#client/platform/language/language.ts'
import { DrawAgain } from './DrawAgain.tsx'
import { DrawnNodes } from './DrawnNodes.tsx'
import { codeDrawer } from './drawers.ts'
import { scrollable } from './scrollable.ts'
import { useDrawn } from './useDrawn.ts'

type Code = { code: string; language: string }

/** A fenced code block, coloured where it names its language. */
export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  if (language !== undefined) return <ColouredCode code={code} language={language} />
  return (
    <pre {...scrollable(t('markdown.codeLabel'))}>
      <code>{code}</code>
    </pre>
  )
}

/** Plain until it is coloured, when its language is unknown, and when it takes too long. */
function ColouredCode({ code, language }: Code) {
  const job = useMemo(() => ({ code, language }), [code, language])
  const { outcome, hasAsked, isBusy, ask } = useDrawn(codeDrawer, job)
  return (
    <>
      <pre {...scrollable(t('markdown.codeLabel'))} aria-busy={isBusy || undefined}>
        <code className={`language-${language}`}>
          {outcome?.is === 'drawn' ? <DrawnNodes drawn={outcome} /> : code}
        </code>
      </pre>
      {outcome?.is === 'over' && (
        <DrawAgain
          label={t('markdown.colourCode')}
          failure={hasAsked && !isBusy ? t('markdown.codeTooLarge') : null}
          busy={isBusy}
          onAsk={ask}
        />
      )}
    </>
  )
}
