import type { PageIndex } from '#protocol/paging.ts'

export type PageRole = 'first' | 'previous' | 'between' | 'current' | 'next' | 'last'
export interface PageItem {
  page: number
  role: PageRole
}

/** First, previous, current, next and last, each number once; where numbers are left out, the one in their middle stands for them. */
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
    if (page - before > 1) items.push({ page: Math.floor((before + page) / 2), role: 'between' })
    items.push({ page, role })
    before = page
  }
  return items
}
