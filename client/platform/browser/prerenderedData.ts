import type { PrerenderedData } from '#protocol/publicPages.ts'

/** The element with the data of a prerendered page. It is absent on a page that React renders from scratch. */
const json = typeof document === 'undefined' ? null : document.getElementById('page-data')?.textContent

/** What the server has rendered the page from. While rendering, the server sets it. */
export const prerendered: PrerenderedData = json ? JSON.parse(json) : { now: 0, queries: [] }
