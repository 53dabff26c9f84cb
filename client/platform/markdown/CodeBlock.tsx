import { type ReactNode, useMemo } from 'react'
import { t } from '#client/platform/language.ts'
import { onDemand, useOnDemand } from './on-demand.ts'
import { scrollable } from './scrollable.ts'

const highlighting = onDemand(() => import('./code.engine.ts'))

/** A fenced code block, coloured as soon as the highlighter has come. */
export function CodeBlock({ code, language }: { code: string; language: string | undefined }) {
  const { value: engine, busy } = useOnDemand(highlighting, language !== undefined)
  const content = useMemo<ReactNode>(
    () => (engine && language ? engine.highlight(code, language) : code),
    [engine, code, language],
  )
  return (
    <pre {...scrollable(t('markdown.codeLabel'))} aria-busy={busy || undefined}>
      <code className={language && `language-${language}`}>{content}</code>
    </pre>
  )
}
