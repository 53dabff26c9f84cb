/** Texts that are longer than a note, cut where a reader would. */

/** An ATX heading; with the other kind a paragraph begins, and that is a place to cut as well. */
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const FENCE = /^ {0,3}(?:```|~~~)/

/**
 * Pieces of at most so many UTF-16 units, which together are the text but for blank lines between them: cut at headings; where a
 * part between two is too long, at blank lines outside of code; then at line ends; then anywhere between two signs.
 */
export function cutText(text: string, max: number): string[] {
  const cutLines = (lines: string) => packed(lines.split('\n'), '\n', max, line => cutLine(line, max))
  const cutParagraph = (paragraph: string) => cutCode(paragraph, max) ?? cutLines(paragraph)
  const cutSection = (section: string) => packed(paragraphsOf(section), '\n\n', max, cutParagraph)
  return text.length <= max ? [text] : packed(sectionsOf(text), '\n\n', max, cutSection)
}

/** Joins neighbours as long as they fit; `cut` makes smaller ones of what does not fit alone. */
function packed(
  parts: readonly string[],
  glue: string,
  max: number,
  cut: (part: string) => string[],
): string[] {
  const pieces: string[] = []
  for (const part of parts) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + glue.length + part.length <= max)
      pieces[pieces.length - 1] = `${last}${glue}${part}`
    else if (part.length <= max) pieces.push(part)
    else pieces.push(...cut(part))
  }
  return pieces
}

/** Each begins with a heading, but perhaps the first. */
function sectionsOf(text: string): string[] {
  return split(text, line => HEADING.test(line))
}

function paragraphsOf(text: string): string[] {
  return split(text, (_, before) => before.trim() === '')
}

/** Cuts before the lines at which something begins; what stands between fences stays together. Without blank lines at the ends. */
function split(text: string, begins: (line: string, before: string) => boolean): string[] {
  const parts: string[][] = [[]]
  let isInCode = false
  let before = ''
  for (const line of text.split('\n')) {
    if (!isInCode && line.trim() !== '' && begins(line, before)) parts.push([])
    parts.at(-1)?.push(line)
    if (FENCE.test(line)) isInCode = !isInCode
    before = line
  }
  return parts.map(lines => trimBlankLines(lines).join('\n')).filter(part => part !== '')
}

function trimBlankLines(lines: readonly string[]): string[] {
  const isWritten = (line: string) => line.trim() !== ''
  const first = lines.findIndex(isWritten)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isWritten) + 1)
}

/** Code between fences gets them around each of its pieces. Null where it is none, or its fences leave no room. */
function cutCode(paragraph: string, max: number): string[] | null {
  const lines = paragraph.split('\n')
  const [opening = '', closing = ''] = [lines[0], lines.at(-1)]
  const room = max - opening.length - closing.length - 2
  if (!FENCE.test(opening) || !FENCE.test(closing) || lines.length < 3 || room < max / 2) return null
  const pieces = packed(lines.slice(1, -1), '\n', room, line => cutLine(line, room))
  return pieces.map(piece => `${opening}\n${piece}\n${closing}`)
}

/** No sign that people write is longer, in UTF-16 units. */
const SIGN_MAX = 64

/** About as long each, between words where there are some; what is one sign to the eye stays whole. */
function cutLine(line: string, max: number): string[] {
  const evenLength = Math.ceil(line.length / Math.ceil(line.length / max))
  const length = Math.min(max, evenLength + SIGN_MAX)
  const pieces: string[] = []
  let from = 0
  while (line.length - from > length) {
    const to = endBefore(line, from, from + length)
    pieces.push(line.slice(from, to))
    from = to
  }
  return [...pieces, line.slice(from)]
}

/** Where a word ends, or else a sign, not far before `to`. Only what is near is looked at: a line may be very long. */
function endBefore(line: string, from: number, to: number): number {
  const near = Math.max(from, to - SIGN_MAX)
  const signs = [...new Intl.Segmenter().segment(line.slice(near, to + 1))]
  const afterBlank = signs.findLast(({ index }) => index > 0 && line[near + index - 1] === ' ')
  const last = (afterBlank ?? signs.at(-1))?.index ?? 0
  return last === 0 ? to : near + last
}
