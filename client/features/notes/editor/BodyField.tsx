import type { ComponentProps, RefObject } from 'react'
import type { Uploads } from '#client/features/notes/pictures/picture.uploads.ts'
import { t } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { MirrorSheet } from './mirror/MirrorSheet.tsx'
import type { Mirror } from './mirror/mirror.ts'
import { useMirror } from './mirror/useMirror.ts'
import type { Editor } from './saving/note.saving.ts'
import { bodyLength } from './saving/note.writing.ts'
import { useEditorState } from './saving/useEditorState.ts'
import { SheetText } from './text/SheetText.tsx'

interface BodyFieldProps
  extends Pick<
    ComponentProps<'textarea'>,
    'onKeyDown' | 'onInput' | 'onBlur' | 'onPaste' | 'aria-describedby'
  > {
  ref: RefObject<HTMLTextAreaElement | null>
  id: string
  editor: Editor
  mirror: Mirror
  uploads: Uploads
}

/** The text on the sheet. */
export function BodyField({ editor, mirror, uploads, ...native }: BodyFieldProps) {
  const text = useEditorState(editor, ({ writing }) => writing.text)
  const isTooLong = useEditorState(editor, ({ writing }) => bodyLength(writing) > NOTE_BODY_MAX)
  const sheet = useMirror(mirror, { area: native.ref, text, uploads })
  return (
    <SheetText
      {...native}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      value={text}
      onChange={typed => editor.dispatch({ type: 'typed', change: { text: typed } })}
      aria-invalid={isTooLong || undefined}
    >
      <MirrorSheet ref={sheet} />
    </SheetText>
  )
}
