import { memo } from 'react'
import { manuscriptPages } from '#client/features/notes/note.length.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'

interface TextLengthProps {
  length: number
  /** Id of the count, for `aria-describedby` of the text area. */
  id: string
}

/** Character count and manuscript pages of a note. */
export const TextLength = memo(function TextLength({ length, id }: TextLengthProps) {
  useLanguage()
  const over = length - NOTE_BODY_MAX
  const count = { count: length, max: NOTE_BODY_MAX }
  return (
    <p className="writing__length">
      <span id={id} className={over > 0 ? 'writing__length--over' : undefined}>
        {t('common.count', count)}
      </span>
      <span className="writing__pages">
        {t('common.manuscriptPages', { pages: manuscriptPages(length) })}
      </span>
      <span className="visually-hidden" role="status">
        {over > 0 && t('common.tooLong', { max: NOTE_BODY_MAX })}
      </span>
    </p>
  )
})

/** Explains how to leave the text by keyboard, after Tab has indented. */
export function TabHint({ isVisible }: { isVisible: boolean }) {
  return (
    <p className="writing__tab-hint" role="status">
      {isVisible && t('notes.keysWayOut')}
    </p>
  )
}
