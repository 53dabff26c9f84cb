/** Where the service worker is served. */
export const WORKER = '/worker.js'
