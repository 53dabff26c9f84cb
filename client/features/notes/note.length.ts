/** A manuscript page has ten lines of twenty cells. */
const CELLS_PER_PAGE = 200

/** The number of manuscript pages for a text length, with one decimal: '1.3'. At least 0.1 unless the text is empty. */
export function manuscriptPages(length: number): string {
  const pages = length / CELLS_PER_PAGE
  return (length > 0 ? Math.max(0.1, pages) : 0).toFixed(1)
}

/** The end of manuscript page number `page`, at an offset in a line. */
export interface PageEnd {
  at: number
  page: number
}

/** The page ends within a line of `length` characters that begins at `start` in the text. */
export function pageEndsIn(start: number, length: number): PageEnd[] {
  const ends: PageEnd[] = []
  let page = Math.max(1, Math.ceil(start / CELLS_PER_PAGE))
  for (let end = page * CELLS_PER_PAGE; end <= start + length; end += CELLS_PER_PAGE) {
    ends.push({ at: end - start, page })
    page += 1
  }
  return ends
}
