import { t } from '#client/platform/language/language.ts'

/** Tells whoever meant to go on with Tab, and has indented instead, how to leave the text. */
export function TabHint({ isShown }: { isShown: boolean }) {
  return (
    <p className="writing__tab-hint" role="status">
      {isShown && t('notes.keysWayOut')}
    </p>
  )
}
