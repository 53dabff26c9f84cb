import { PASSAGE_EXACT_MAX } from '#protocol/limits.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import { type Passage, passageSchema } from '#protocol/passages.ts'
import type { TextRange } from './passages.groups.ts'

const SPACE = /\s/

/** The passage at a place of the text, without white space around it. Null if there is none, or if it is too long. */
export function makePassage(
  text: string,
  range: TextRange,
  { noteVersion }: { noteVersion: number },
): Passage | null {
  const { start, end } = trimmed(text, range)
  if (start >= end || end - start > PASSAGE_EXACT_MAX) return null
  const passage = passageAt(text, start, end, noteVersion)
  return passageSchema.safeParse(passage).success ? passage : null
}

/** Also without half an emoji at the end. */
export function trimmed(text: string, { start, end }: TextRange): TextRange {
  let [first, last] = [start, end]
  while (first < last && SPACE.test(text.charAt(first))) first += 1
  while (first < last && (SPACE.test(text.charAt(last - 1)) || !text.slice(first, last).isWellFormed()))
    last -= 1
  return { start: first, end: last }
}
