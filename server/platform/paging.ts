import { type PageIndex, pageIndexOf } from '#protocol/paging.ts'

export interface Page<Item> {
  items: Item[]
  total: number
  pageIndex: PageIndex
}

export interface Range {
  skip: number
  limit: number
}

/** MongoDB's `skip` is limited to 32 bits. */
const SKIP_MAX = 2 ** 31 - 1

/**
 * Loads the requested page, clamped to the existing pages. Calls `load` again only if the requested page does not
 * exist.
 */
export async function loadPage<Loaded extends { total: number }>(
  requestedPage: number,
  itemsPerPage: number,
  load: (range: Range) => Promise<Loaded>,
): Promise<Loaded & { pageIndex: PageIndex }> {
  for (let at = Math.min(requestedPage, Math.floor(SKIP_MAX / itemsPerPage)); ; ) {
    const loaded = await load({ skip: (at - 1) * itemsPerPage, limit: itemsPerPage })
    const pageIndex = pageIndexOf(at, itemsPerPage, loaded.total)
    if (pageIndex.curPageNum === at) return { ...loaded, pageIndex }
    at = pageIndex.curPageNum
  }
}

/** Same, for a total that is already known. */
export async function loadPageOf<Item>(
  requestedPage: number,
  itemsPerPage: number,
  total: number,
  load: (range: Range) => Promise<Item[]>,
): Promise<Page<Item>> {
  const pageIndex = pageIndexOf(requestedPage, itemsPerPage, total)
  const items = await load({ skip: (pageIndex.curPageNum - 1) * itemsPerPage, limit: itemsPerPage })
  return { items, total, pageIndex }
}
