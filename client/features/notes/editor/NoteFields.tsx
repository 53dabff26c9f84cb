import { type ComponentProps, type RefObject, useCallback, useId } from 'react'
import { createDocumentUndo, type DocumentUndo } from '#client/features/documents/documentUndo.ts'
import type { Presence } from '#client/features/documents/presence.ts'
import { bindTextarea, type TypingLimit } from '#client/features/documents/textareaBinding.ts'
import { DraftLinks } from '#client/features/links/NoteLinks.tsx'
import { Suggestions } from '#client/features/links/suggestions/Suggestions.tsx'
import type { Uploads } from '#client/features/notes/attachments/picture.uploads.ts'
import { type Editor, hasEndedTogether, useEditorState } from '#client/features/notes/sync/editor.ts'
import { bodyLength, validationErrorsOf } from '#client/features/notes/sync/note.content.ts'
import { TemplateOffer } from '#client/features/templates/TemplateOffer.tsx'
import { t } from '#client/platform/language/language.ts'
import type { DocumentField } from '#protocol/document/content.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import type { Command } from './commands/note.edit.ts'
import { RenderedText, ResultPanel } from './panels/ResultPanel.tsx'
import { Carets, LineCarets } from './text/Carets.tsx'
import { EditorTextarea, type TextareaBinding, TitleTextarea } from './text/EditorTextarea.tsx'
import { HighlightOverlay } from './text/HighlightOverlay.tsx'
import type { HighlightLayer } from './text/highlightLayer.ts'
import { endComposition, scrollToCaret } from './text/textareaEdits.ts'

interface TitleFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  editor: Editor
  undo: RefObject<DocumentUndo | null>
  presence: Presence
  /** A later part has the title of the first one, which cannot be changed here. */
  isOfHead: boolean
  onDone: () => void
}

/** Connects a field with its text in the document; `undo` is that of the field. */
function useDocumentBinding(
  editor: Editor,
  field: DocumentField,
  undo: RefObject<DocumentUndo | null>,
  layer?: HighlightLayer,
): TextareaBinding {
  return useCallback(
    (area, normalize) => {
      const topOf = layer && ((shown: string, index: number) => layer.placeOf(shown, index)?.top)
      const { sync } = editor.document
      const unbind = bindTextarea({
        ...{ area, sync, field, normalize, topOf },
        ...(field === 'text' && { limit: togetherLimit(editor) }),
        onPassageChanged: () => editor.tell({ kind: 'passageChanged', at: Date.now() }),
      })
      const steps = createDocumentUndo(area, sync, field, scrollToCaret)
      undo.current = steps
      return () => {
        undo.current = null
        steps.destroy()
        unbind()
      }
    },
    [editor, field, undo, layer],
  )
}

/** A text of one author may become too long, with the count in red. A text written together would not be saved for anybody. */
const togetherLimit = (editor: Editor): TypingLimit => ({
  refuses(before, after) {
    const length = textLength(after)
    return editor.state().isTogether && length > NOTE_BODY_MAX && length > textLength(before)
  },
  onRefused: () => editor.tell({ kind: 'full' }),
  endComposition,
})

/** Title field with its character count. */
export function TitleField({ ref, editor, undo, presence, isOfHead, onDone }: TitleFieldProps) {
  const binding = useDocumentBinding(editor, 'title', undo)
  const id = useId()
  const value = useEditorState(editor, ({ content }) => content.title)
  const isEnded = useEditorState(editor, hasEndedTogether)
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
        binding={binding}
        readOnly={isEnded || isOfHead}
        title={isOfHead ? t('series.titleOfHead') : undefined}
        onDone={onDone}
        autoComplete="off"
        enterKeyHint="next"
        aria-describedby={`${id}-count${hasError ? ` ${id}-error` : ''}`}
        aria-invalid={hasError || undefined}
      >
        <LineCarets presence={presence} field="title" text={value} area={ref} />
      </TitleTextarea>
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
  undo: RefObject<DocumentUndo | null>
  layer: HighlightLayer
  uploads: Uploads
  presence: Presence
  run: (command: Command) => boolean
}

/** Body field with the syntax highlighting over it. */
export function BodyField({ editor, undo, layer, uploads, presence, run, ...native }: BodyFieldProps) {
  const binding = useDocumentBinding(editor, 'text', undo, layer)
  const text = useEditorState(editor, ({ content }) => content.text)
  const isEnded = useEditorState(editor, hasEndedTogether)
  const isGuest = useEditorState(editor, state => state.isGuest)
  const isTooLong = useEditorState(editor, ({ content }) => bodyLength(content) > NOTE_BODY_MAX)
  return (
    <EditorTextarea
      {...native}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      value={text}
      binding={binding}
      readOnly={isEnded}
      aria-invalid={isTooLong || undefined}
    >
      <HighlightOverlay layer={layer} area={native.ref} text={text} uploads={uploads} />
      <Carets presence={presence} field="text" text={text} places={layer} area={native.ref} />
      <Suggestions area={native.ref} layer={layer} isAuthor={!isGuest} run={run} />
      <TemplateOffer editor={editor} />
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
  const text = useEditorState(editor, ({ content }) => content.text)
  const noteNo = useEditorState(editor, state => state.noteNo)
  const isGuest = useEditorState(editor, state => state.isGuest)
  return (
    <DraftLinks noteNo={noteNo} text={text} isAuthor={!isGuest}>
      <RenderedText text={text} onRendered={onRendered} />
    </DraftLinks>
  )
}
