import { type ComponentProps, type RefObject, useId } from 'react'
import type { Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { type Editor, useEditorState } from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf } from '#client/features/notes/sync/note.content.ts'
import { t } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { RenderedText, ResultPanel } from './panels/ResultPanel.tsx'
import { EditorTextarea, TitleTextarea } from './text/EditorTextarea.tsx'
import { HighlightOverlay, useHighlightLayer } from './text/HighlightOverlay.tsx'
import type { HighlightLayer } from './text/highlightLayer.ts'

interface TitleFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  editor: Editor
  onDone: () => void
}

/** Title field with its character count. */
export function TitleField({ ref, editor, onDone }: TitleFieldProps) {
  const id = useId()
  const value = useEditorState(editor, ({ content }) => content.title)
  const showsError = useEditorState(editor, ({ showsErrors }) => showsErrors)
  const length = textLength(value)
  const isTooLong = length > NOTE_TITLE_MAX
  const hasError =
    isTooLong || (showsError && validationErrorsOf({ title: value, text: '' }).title !== undefined)
  return (
    <div className="writing__title-row">
      <TitleTextarea
        ref={ref}
        className="writing__title"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        value={value}
        onChange={title => editor.dispatch({ type: 'typed', change: { title } })}
        onDone={onDone}
        autoComplete="off"
        enterKeyHint="next"
        aria-describedby={`${id}-count${hasError ? ` ${id}-error` : ''}`}
        aria-invalid={hasError || undefined}
      />
      <span id={`${id}-count`} className={`writing__title-count ${isTooLong ? 'writing__length--over' : ''}`}>
        {t('common.count', { count: length, max: NOTE_TITLE_MAX })}
      </span>
      {hasError && (
        <p className="writing__error" id={`${id}-error`} role="alert">
          {t('notes.titleLength')}
        </p>
      )}
    </div>
  )
}

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

/** Body field with the syntax highlighting over it. */
export function BodyField({ editor, layer, uploads, ...native }: BodyFieldProps) {
  const text = useEditorState(editor, ({ content }) => content.text)
  const isTooLong = useEditorState(editor, ({ content }) => bodyLength(content) > NOTE_BODY_MAX)
  const overlay = useHighlightLayer(layer, { area: native.ref, text, uploads })
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
      <HighlightOverlay ref={overlay} />
    </EditorTextarea>
  )
}

interface EditorResultProps extends Omit<ComponentProps<typeof ResultPanel>, 'children'> {
  editor: Editor
  /** Called after each rendering with the first line of each block. */
  onRendered: (lines: readonly number[]) => void
}

export function EditorResult({ editor, onRendered, ...panel }: EditorResultProps) {
  return (
    <ResultPanel {...panel}>
      <RenderedContent editor={editor} onRendered={onRendered} />
    </ResultPanel>
  )
}

/** A separate component, so that the editor subscribes to the text only while the panel is open. */
function RenderedContent({ editor, onRendered }: Pick<EditorResultProps, 'editor' | 'onRendered'>) {
  return <RenderedText text={useEditorState(editor, ({ content }) => content.text)} onRendered={onRendered} />
}
