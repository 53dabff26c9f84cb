import { z } from './schema.ts'

/** The page numbers of lists of topics, notes and hubs. */
export const pageIndexSchema = z.object({
  firstPageNum: z.number(),
  prevPageNum: z.number(),
  curPageNum: z.number(),
  nextPageNum: z.number(),
  lastPageNum: z.number(),
})
export type PageIndex = z.infer<typeof pageIndexSchema>

/** The page numbers of the list of suggestions. */
export const suggestionPageIndexSchema = z.object({
  firstPage: z.number(),
  prevPage: z.number(),
  curPage: z.number(),
  nextPage: z.number(),
  lastPage: z.number(),
})
type SuggestionPageIndex = z.infer<typeof suggestionPageIndexSchema>

/** Clamps the requested page to 1..last. An empty list has one page. */
export function pageIndexOf(asked: number, itemsPerPage: number, totalItems: number): PageIndex {
  const last = Math.max(1, Math.ceil(totalItems / itemsPerPage))
  const current = Math.min(Math.max(1, asked), last)
  return {
    firstPageNum: 1,
    prevPageNum: Math.max(1, current - 1),
    curPageNum: current,
    nextPageNum: Math.min(last, current + 1),
    lastPageNum: last,
  }
}

export function suggestionPageIndexOf(index: PageIndex): SuggestionPageIndex {
  return {
    firstPage: index.firstPageNum,
    prevPage: index.prevPageNum,
    curPage: index.curPageNum,
    nextPage: index.nextPageNum,
    lastPage: index.lastPageNum,
  }
}
