/** Where the worker is served, and what it shows at every address. */
export const WORKER = '/worker.js'
export const SHELL = '/index.html'

/** Said to a worker that waits: do not. */
export const TAKE_OVER = 'take over'
