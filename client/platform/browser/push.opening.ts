/** Said by the service worker to a page when a notification was pressed: show this address. It is answered by the port that comes along. */
export const OPEN = 'open'
export interface OpenAsked {
  kind: typeof OPEN
  path: string
}

export function isOpenAsked(said: unknown): said is OpenAsked {
  return typeof said === 'object' && said !== null && 'kind' in said && said.kind === OPEN
}
