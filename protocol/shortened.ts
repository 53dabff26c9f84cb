/** The beginning of a text, of at most so many UTF-16 units; what is one sign to the eye stays whole. Without blanks at its end. */
export function shortened(text: string, max: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > max) break
    kept += segment
  }
  return kept.trimEnd()
}
