import type { TextEdit } from '#protocol/document/content.ts'

/**
 * API clients may save the line ends of Windows. A text area shows them as line feeds, so its positions differ from those of the text,
 * until the first change of this tab replaces them.
 */
const RETURN = /\r\n?/g

export const hasReturns = (part: unknown) => typeof part === 'string' && part.includes('\r')
export const withLineFeeds = (text: string) => text.replace(RETURN, '\n')

/** The edits that make `withLineFeeds` of a text, each as small as possible, so that two devices may make them at the same time. */
export function lineFeedEdits(text: string): TextEdit[] {
  return [...text.matchAll(RETURN)].map(({ index, 0: end }) => ({
    from: index,
    to: index + 1,
    insert: end === '\r' ? '\n' : '',
  }))
}
