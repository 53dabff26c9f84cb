import type { ComponentProps } from 'react'
import { MirrorSheet } from '#client/features/notes/editor/mirror/MirrorSheet.tsx'
import type { Mirror } from '#client/features/notes/editor/mirror/mirror.ts'
import { useMirror } from '#client/features/notes/editor/mirror/useMirror.ts'
import { SheetText } from '#client/features/notes/editor/text/SheetText.tsx'
import { t } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'

interface SampleTextProps extends Omit<ComponentProps<typeof SheetText>, 'label' | 'children'> {
  mirror: Mirror
}

/** The text on the sheet. */
export function SampleText({ mirror, ...native }: SampleTextProps) {
  const sheet = useMirror(mirror, { area: native.ref, text: native.value })
  return (
    <SheetText
      {...native}
      className="writing__text"
      label={t('notes.body')}
      placeholder={t('notes.bodyPlaceholder')}
      aria-invalid={textLength(native.value) > NOTE_BODY_MAX || undefined}
    >
      <MirrorSheet ref={sheet} />
    </SheetText>
  )
}
