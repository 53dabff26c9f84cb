import { LazyMarkdown } from '#client/features/notes/reader/LazyMarkdown.tsx'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'
import { useOncePainted } from '#client/platform/browser/useOncePainted.ts'
import { t } from '#client/platform/language/language.ts'

interface RenderedTextProps {
  text: string
  /** After another text was drawn: the lines at which its blocks begin. */
  onDrawn?: (lines: readonly number[]) => void
}

/** What is being written, as it will be read. Typing goes first; the rendering follows as fast as it can. */
export function RenderedText({ text, onDrawn }: RenderedTextProps) {
  // No note holds more: the end of what is far too long is not shown.
  const settled = useOncePainted(text.slice(0, FIELD_TEXT_MAX))
  if (settled.trim() === '') return <p className="preview__empty">{t('notes.previewEmpty')}</p>
  return (
    <LazyMarkdown text={settled} isOwnText {...(onDrawn && { onDrawn: ({ lines }) => onDrawn(lines) })} />
  )
}
