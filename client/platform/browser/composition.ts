import type { KeyboardEvent } from 'react'

/** What keydown tells of a key that the input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * True while a Hangul syllable (or any other composition) is being typed. Safari ends the composition before it tells
 * of the Enter that ended it: only the key code gives it away.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD
}
