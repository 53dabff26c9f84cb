import { useState } from 'react'
import { copyText } from '#client/platform/browser/clipboard.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'

/** How long it says what came of it, in milliseconds. */
const SAYS_FOR = 2_000

/** Copies a block of code. */
export function CopyCode({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)

  async function copy() {
    setOutcome((await copyText(code)) ? 'copied' : 'failed')
    setTimeout(setOutcome, SAYS_FOR, null)
  }

  return (
    <span className="md-copy no-print">
      <span className="md-copy__outcome" role="status">
        {outcome === 'copied' && t('markdown.codeCopied')}
        {outcome === 'failed' && t('markdown.codeNotCopied')}
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
