let segmenter: Intl.Segmenter | undefined

/** Between two of these characters, a grapheme always ends: Latin letters, Hangul syllables, punctuation. */
const PLAIN_PAIR = /^[\t\n -\u02ff\u2010-\u2027\u3000-\u3029\u3131-\u318e\uac00-\ud7a3]{2}$/
/** In UTF-16 units. No usual emoji is half as long. */
const LENGTH_MAX = 64

/** The start of the grapheme that contains a position, or the position if it is between two. */
export function graphemeStart(text: string, position: number): number {
  return graphemeAt(text, position)?.start ?? position
}

/** The end of the grapheme that contains a position, or the position if it is between two. */
export function graphemeEnd(text: string, position: number): number {
  return graphemeAt(text, position)?.end ?? position
}

function graphemeAt(text: string, position: number): { start: number; end: number } | null {
  if (position <= 0 || position >= text.length || PLAIN_PAIR.test(text.slice(position - 1, position + 1)))
    return null
  const from = Math.max(0, position - LENGTH_MAX)
  segmenter ??= new Intl.Segmenter()
  const around = segmenter.segment(text.slice(from, position + LENGTH_MAX))
  const { index, segment } = around.containing(position - from) as Intl.SegmentData
  const start = from + index
  return start === position ? null : { start, end: start + segment.length }
}
