import { type PageIndex, pageIndexOf } from '#protocol/paging.ts'

export interface Page<Item> {
  items: Item[]
  total: number
  pageIndex: PageIndex
}

/** The asked page, clamped into those that exist. */
export async function pageOf<Item>(
  asked: number,
  itemsPerPage: number,
  total: number,
  load: (range: { skip: number; limit: number }) => Promise<Item[]>,
): Promise<Page<Item>> {
  const pageIndex = pageIndexOf(asked, itemsPerPage, total)
  const items = await load({ skip: (pageIndex.curPageNum - 1) * itemsPerPage, limit: itemsPerPage })
  return { items, total, pageIndex }
}
