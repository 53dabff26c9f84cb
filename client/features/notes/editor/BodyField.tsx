import type { ComponentProps, RefObject } from 'react'
import type { Uploads } from '#client/features/notes/pictures/picture.uploads.ts'
import { t } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { HighlightOverlay } from './highlight/HighlightOverlay.tsx'
import type { HighlightLayer } from './highlight/highlightLayer.ts'
import { useHighlightLayer } from './highlight/useHighlightLayer.ts'
import { bodyLength } from './saving/note.content.ts'
import type { Editor } from './saving/note.saving.ts'
import { useEditorState } from './saving/useEditorState.ts'
import { EditorTextarea } from './text/EditorTextarea.tsx'

interface BodyFieldProps
  extends Pick<
    ComponentProps<'textarea'>,
    'onKeyDown' | 'onInput' | 'onBlur' | 'onPaste' | 'aria-describedby'
  > {
  ref: RefObject<HTMLTextAreaElement | null>
  id: string
  editor: Editor
  layer: HighlightLayer
  uploads: Uploads
}

/** The text on the sheet. */
export function BodyField({ editor, layer, uploads, ...native }: BodyFieldProps) {
  const text = useEditorState(editor, ({ writing }) => writing.text)
  const isTooLong = useEditorState(editor, ({ writing }) => bodyLength(writing) > NOTE_BODY_MAX)
  const sheet = useHighlightLayer(layer, { area: native.ref, text, uploads })
  return (
    <EditorTextarea
      {...native}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      value={text}
      onChange={typed => editor.dispatch({ type: 'typed', change: { text: typed } })}
      aria-invalid={isTooLong || undefined}
    >
      <HighlightOverlay ref={sheet} />
    </EditorTextarea>
  )
}
