import type { ComponentProps } from 'react'
import { HighlightOverlay } from '#client/features/notes/editor/highlight/HighlightOverlay.tsx'
import type { HighlightLayer } from '#client/features/notes/editor/highlight/highlightLayer.ts'
import { useHighlightLayer } from '#client/features/notes/editor/highlight/useHighlightLayer.ts'
import { EditorTextarea } from '#client/features/notes/editor/text/EditorTextarea.tsx'
import { t } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'

interface SampleTextProps extends Omit<ComponentProps<typeof EditorTextarea>, 'label' | 'children'> {
  layer: HighlightLayer
}

/** The text on the sheet. */
export function SampleText({ layer, ...native }: SampleTextProps) {
  const sheet = useHighlightLayer(layer, { area: native.ref, text: native.value })
  return (
    <EditorTextarea
      {...native}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      aria-invalid={textLength(native.value) > NOTE_BODY_MAX || undefined}
    >
      <HighlightOverlay ref={sheet} />
    </EditorTextarea>
  )
}
