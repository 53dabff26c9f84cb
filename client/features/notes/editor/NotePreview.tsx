import { type Ref, useState, useSyncExternalStore } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { RenderedText } from './RenderedText.tsx'

interface PreviewProps {
  text: string
  /** The element that scrolls, where there is one. */
  ref: Ref<HTMLElement>
  /** After another text was drawn. */
  onDrawn: () => void
}

/** The rendered text: beside the writing where there is room, else in a panel below it that folds. */
export function NotePreview({ text, ...beside }: PreviewProps) {
  const isWide = useSyncExternalStore(watchWidth, () => wideScreen.matches)
  return isWide ? <PreviewBeside text={text} {...beside} /> : <PreviewBelow text={text} />
}

const wideScreen = window.matchMedia('(min-width: 992px)')

function watchWidth(changed: () => void): () => void {
  wideScreen.addEventListener('change', changed)
  return () => wideScreen.removeEventListener('change', changed)
}

function PreviewBeside({ text, ref, onDrawn }: PreviewProps) {
  return (
    <div className="preview">
      <h2 className="preview__label" id="preview">
        {t('notes.preview')}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section ref={ref} className="preview__sheet" tabIndex={0} aria-labelledby="preview">
        <RenderedText text={text} onDrawn={onDrawn} />
      </section>
    </div>
  )
}

function PreviewBelow({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card padded={false}>
      <Disclosure summary={t('notes.preview')} onToggle={setOpen}>
        {isOpen && <RenderedText text={text} />}
      </Disclosure>
    </Card>
  )
}
