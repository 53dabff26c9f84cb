import type { MouseEvent, ReactNode, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'

interface ResultPanelProps {
  isOpen: boolean
  onFold: () => void
  /** The part that scrolls beside the text. */
  ref: Ref<HTMLElement>
  /** What is written, drawn; only where it is seen. */
  children: ReactNode
}

/** What is written as it will be read, in a panel that folds. Whoever shows it says whether it is open. */
export function ResultPanel({ isOpen, onFold, ref, children }: ResultPanelProps) {
  function fold(event: MouseEvent) {
    event.preventDefault()
    onFold()
  }

  return (
    <details className="writing__result" open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className="writing__fold" onClick={fold}>
        <span id="result">{t('notes.preview')}</span>
        <Icon name="chevron" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section ref={ref} className="writing__drawn" tabIndex={0} aria-labelledby="result">
        {isOpen && children}
      </section>
    </details>
  )
}
