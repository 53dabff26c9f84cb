import type { MouseEvent, Ref } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { RenderedText } from './RenderedText.tsx'

interface EditorResultProps {
  text: string
  isOpen: boolean
  onFold: () => void
  /** The part that scrolls beside the text. */
  ref: Ref<HTMLElement>
  /** After another text was drawn: the lines at which its blocks begin. */
  onDrawn: (lines: readonly number[]) => void
}

/** What is written as it will be read, in a panel that folds: the modes open and close it, too. */
export function EditorResult({ text, isOpen, onFold, ref, onDrawn }: EditorResultProps) {
  function fold(event: MouseEvent) {
    // What is open is the mode's to say.
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
        {isOpen && <RenderedText text={text} onDrawn={onDrawn} />}
      </section>
    </details>
  )
}
