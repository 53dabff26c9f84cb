/** In UTF-16 code units. No text of the app is longer, and in a longer field each keystroke takes seconds. */
export const FIELD_TEXT_MAX = 20_000
/** Shorter input is typed, or inserted by the app itself. */
const LONG_INPUT_MIN = 1_000

/**
 * The text that an event inserts, by paste, drop, dictation or an extension, if the field would become far too long; otherwise null.
 * Composed input cannot be prevented.
 */
export function longInputOf(event: InputEvent): string | null {
  const field = event.target as Partial<HTMLTextAreaElement> | null
  if (event.defaultPrevented || typeof field?.value !== 'string') return null
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  return text.length >= LONG_INPUT_MIN && field.value.length - selected + text.length > FIELD_TEXT_MAX
    ? text
    : null
}
