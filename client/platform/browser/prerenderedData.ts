import type { QueryKey } from '@tanstack/react-query'
import type { PrerenderedData } from '#protocol/publicPages.ts'

/** The element with the data of a prerendered page. It is absent on a page that React renders from scratch. */
const json = typeof document === 'undefined' ? null : document.getElementById('page-data')?.textContent

/** The time and the query data of the prerendered page. The server sets the time before it renders. */
export const prerendered: PrerenderedData & { queries: [QueryKey, unknown][] } = json
  ? JSON.parse(json)
  : { now: 0, queries: [] }
