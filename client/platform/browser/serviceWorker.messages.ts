/** The path of the service worker. */
export const WORKER = '/worker.js'

/** The page that the worker serves for every screen. */
export const SHELL = '/index.html'

/** The page posts this to a waiting worker, which then activates. */
export const TAKE_OVER = 'take over'

/** The worker posts this to a page when a notification was clicked: open this address. The page replies through the port it receives. */
export const OPEN = 'open'
export interface OpenRequest {
  kind: typeof OPEN
  path: string
}

export function isOpenRequest(message: unknown): message is OpenRequest {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === OPEN
}
