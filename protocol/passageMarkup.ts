import type { Passage } from './passages.ts'

/** Syntax that was plain text in the notes of earlier releases, and in the quotes of their passages. */
const MARKUP =
  /<(?:\/?(?:u|sub|sup|kbd|mark|details|summary)|details open|br ?\/?)>|\[!(?:note|tip|important|warning|caution)\][+-]?/gi

/** A passage without tags and markers of callouts. Null if it has none, or nothing else. */
export function withoutMarkup(passage: Passage): Passage | null {
  const [exact, prefix, suffix] = [passage.exact, passage.prefix, passage.suffix].map(text =>
    text.replace(MARKUP, ''),
  ) as [string, string, string]
  const isChanged = exact !== passage.exact || prefix !== passage.prefix || suffix !== passage.suffix
  return isChanged && exact.trim() !== '' ? { ...passage, exact, prefix, suffix } : null
}
