/**
 * Tabs of one browser context share their process, and none is kept in stock for a page that may come: half of all processes, and
 * a tenth of the processor time.
 */
export const ONE_RENDERER = '--renderer-process-limit=1'
