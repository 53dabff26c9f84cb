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

/** The database tells places in a list by 32 bits. */
const PLACES_MAX = 2 ** 31 - 1

/** The asked page, clamped into those that exist; `load` is asked again only for one that does not. */
export async function pageAt<Loaded extends { total: number }>(
  asked: number,
  itemsPerPage: number,
  load: (range: Range) => Promise<Loaded>,
): Promise<Loaded & { pageIndex: PageIndex }> {
  for (let at = Math.min(asked, Math.floor(PLACES_MAX / itemsPerPage)); ; ) {
    const loaded = await load({ skip: (at - 1) * itemsPerPage, limit: itemsPerPage })
    const pageIndex = pageIndexOf(at, itemsPerPage, loaded.total)
    if (pageIndex.curPageNum === at) return { ...loaded, pageIndex }
    at = pageIndex.curPageNum
  }
}

/** The same, where the total is known before the page is asked for. */
export async function pageOf<Item>(
  asked: number,
  itemsPerPage: number,
  total: number,
  load: (range: Range) => Promise<Item[]>,
): Promise<Page<Item>> {
  const pageIndex = pageIndexOf(asked, itemsPerPage, total)
  const items = await load({ skip: (pageIndex.curPageNum - 1) * itemsPerPage, limit: itemsPerPage })
  return { items, total, pageIndex }
}
