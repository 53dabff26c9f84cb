import { truncateText } from '#protocol/normalization.ts'

/** In characters. Styles cut off what does not fit. */
const SHORT_QUOTE_MAX = 24
const LABEL_QUOTE_MAX = 60

/** The quote of a passage for a sentence. */
export const shortQuote = (exact: string) => truncatedQuote(exact, SHORT_QUOTE_MAX)

/** The quote of a passage for the name of a control. */
export const labelQuote = (exact: string) => truncatedQuote(exact, LABEL_QUOTE_MAX)

function truncatedQuote(exact: string, max: number): string {
  const line = inOneLine(exact)
  return line.length > max ? `${truncateText(line, max - 1)}…` : line
}

export const inOneLine = (exact: string) => exact.replace(/\s+/g, ' ').trim()
