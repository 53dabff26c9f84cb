/** A manuscript sheet has ten lines of twenty squares. */
const SQUARES_PER_PAGE = 200

/** How many manuscript pages so many characters fill, to one decimal: '1.3'. Anything written fills at least 0.1. */
export function manuscriptPages(length: number): string {
  const pages = length / SQUARES_PER_PAGE
  return (length > 0 ? Math.max(0.1, pages) : 0).toFixed(1)
}
