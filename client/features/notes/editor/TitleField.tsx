import { type RefObject, useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { validationErrorsOf } from './saving/note.content.ts'
import type { Editor } from './saving/note.saving.ts'
import { useEditorState } from './saving/useEditorState.ts'
import { SheetTitle } from './text/EditorTextarea.tsx'

interface TitleFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>
  editor: Editor
  onDone: () => void
}

/** The title at the head of the sheet, with its count. */
export function TitleField({ ref, editor, onDone }: TitleFieldProps) {
  const id = useId()
  const value = useEditorState(editor, ({ writing }) => writing.title)
  // A save was tried: now it is said what keeps the title from being saved.
  const showsError = useEditorState(editor, ({ showsErrors }) => showsErrors)
  const length = textLength(value)
  const isTooLong = length > NOTE_TITLE_MAX
  const hasError =
    isTooLong || (showsError && validationErrorsOf({ title: value, text: '' }).title !== undefined)
  return (
    <div className="writing__head">
      <SheetTitle
        ref={ref}
        className="writing__title"
        label={t('notes.title')}
        placeholder={t('notes.title')}
        value={value}
        onChange={title => editor.dispatch({ type: 'typed', change: { title } })}
        onDone={onDone}
        autoComplete="off"
        enterKeyHint="next"
        aria-describedby={`${id}-count${hasError ? ` ${id}-flaw` : ''}`}
        aria-invalid={hasError || undefined}
      />
      <span id={`${id}-count`} className={`writing__title-count ${isTooLong ? 'writing__length--over' : ''}`}>
        {t('common.count', { count: length, max: NOTE_TITLE_MAX })}
      </span>
      {hasError && (
        <p className="writing__error" id={`${id}-flaw`} role="alert">
          {t('notes.titleLength')}
        </p>
      )}
    </div>
  )
}
