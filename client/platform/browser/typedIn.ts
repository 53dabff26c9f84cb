/** Whether keys that are letters, or that move a caret, mean something to this element. */
export function isTypedIn(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLElement> | null
  return element?.isContentEditable === true || element?.matches?.(TYPED_IN) === true
}

/** A list of choices finds by letters, too. */
const TYPED_IN = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select'
