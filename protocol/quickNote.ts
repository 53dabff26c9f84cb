import { NOTE_TITLE_MAX } from './limits.ts'
import { plainText } from './plainText.ts'
import { shortened } from './shortened.ts'
import { isVisible } from './visible.ts'

/** All but letters, digits, symbols and emoji: a line of marks alone names nothing. */
const MARKS = /[^\p{L}\p{N}\p{S}]+/gu

/**
 * A quick note's title is its first line that has words, without markdown signs, cut to what a title may hold; what is one
 * sign to the eye stays whole. What is left is its text: all lines after that one, or every line where the title had to be cut.
 * Null where there are no words at all.
 */
export function quickNoteOf(written: string): { title: string; text: string } | null {
  const lines = written.replace(/\r\n?/g, '\n').split('\n')
  const first = lines.findIndex(line => isVisible(plainText(line).replace(MARKS, '')))
  if (first === -1) return null
  const whole = plainText(lines[first] ?? '')
  const title = shortened(whole, NOTE_TITLE_MAX)
  const rest = title === whole ? lines.slice(first + 1) : lines.slice(first)
  return { title, text: rest.join('\n').replace(/^\n+/, '').trimEnd() }
}
