/** In UTF-16 units. No text of the product holds as much, and a field with more takes seconds for every key. */
export const FIELD_TEXT_MAX = 20_000
/** Less is typed, or put in by the product itself. */
const LONG_FROM = 1_000

/**
 * The text that an event is about to put into a field, whether by a paste, a drop, dictation or an extension, if the field would hold
 * far too much then; else null. What is composed cannot be held back.
 */
export function longInputOf(event: InputEvent): string | null {
  const field = event.target as Partial<HTMLTextAreaElement> | null
  if (event.defaultPrevented || typeof field?.value !== 'string') return null
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  return text.length >= LONG_FROM && field.value.length - selected + text.length > FIELD_TEXT_MAX
    ? text
    : null
}
