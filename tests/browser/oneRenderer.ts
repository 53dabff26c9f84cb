/**
 * Tabs of one browser context share their process, and none is kept in stock for a page that may come: half as many processes are begun,
 * for a few hundredths of the processor time.
 */
export const ONE_RENDERER = '--renderer-process-limit=1'
