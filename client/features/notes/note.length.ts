/** A manuscript sheet has ten lines of twenty squares. */
const SQUARES_PER_PAGE = 200

/** How many manuscript pages so many characters fill, to one decimal: '1.3'. Anything written fills at least 0.1. */
export function manuscriptPages(length: number): string {
  const pages = length / SQUARES_PER_PAGE
  return (length > 0 ? Math.max(0.1, pages) : 0).toFixed(1)
}

/** The end of the `page`th manuscript page, at this place in a line. */
export interface PageEnd {
  at: number
  page: number
}

/** The pages that end in a line of so many characters, which begins behind `begins` others. */
export function pageEndsIn(begins: number, length: number): PageEnd[] {
  const ends: PageEnd[] = []
  let page = Math.max(1, Math.ceil(begins / SQUARES_PER_PAGE))
  for (let end = page * SQUARES_PER_PAGE; end <= begins + length; end += SQUARES_PER_PAGE) {
    ends.push({ at: end - begins, page })
    page += 1
  }
  return ends
}
