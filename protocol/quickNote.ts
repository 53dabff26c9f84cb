import { NOTE_TITLE_MAX } from './limits.ts'
import { hasVisibleText, plainText } from './plainText.ts'
import { truncateText } from './textLength.ts'

/** Everything except letters, digits, symbols and emoji: a line of punctuation is not a title. */
const MARKS = /[^\p{L}\p{N}\p{S}]+/gu

/**
 * Splits a quick note. The title is the first line with words, without Markdown syntax, truncated to the limit without splitting a
 * grapheme. The text is the rest, or all lines if the title was truncated. Null without words.
 */
export function parseQuickNote(written: string): { title: string; text: string } | null {
  const lines = written.replace(/\r\n?/g, '\n').split('\n')
  const first = lines.findIndex(line => hasVisibleText(plainText(line).replace(MARKS, '')))
  if (first === -1) return null
  const whole = plainText(lines[first] ?? '')
  const title = truncateText(whole, NOTE_TITLE_MAX)
  const rest = title === whole ? lines.slice(first + 1) : lines.slice(first)
  return { title, text: rest.join('\n').replace(/^\n+/, '').trimEnd() }
}
