/** What the worker shows at every address. */
export const SHELL = '/index.html'

/** Said to a worker that waits: do not. */
export const TAKE_OVER = 'take over'
