import type { PageIndex } from '#protocol/paging.ts'

export type PageRole = 'first' | 'previous' | 'current' | 'next' | 'last'
export type PageItem = { page: number; role: PageRole } | 'gap'

/** First, previous, current, next and last, each number once, with a gap where numbers are left out. */
export function pageItems(index: PageIndex): PageItem[] {
  const roles = new Map<number, PageRole>([
    [index.firstPageNum, 'first'],
    [index.lastPageNum, 'last'],
    [index.prevPageNum, 'previous'],
    [index.nextPageNum, 'next'],
    [index.curPageNum, 'current'],
  ])
  const items: PageItem[] = []
  let before = 0
  for (const [page, role] of [...roles].sort(([a], [b]) => a - b)) {
    if (page - before > 1) items.push('gap')
    items.push({ page, role })
    before = page
  }
  return items
}
