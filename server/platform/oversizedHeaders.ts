import type { IncomingMessage } from 'node:http'

/** What a caller likes is weighed word by word. Browsers say some two hundred characters at the most. */
const WEIGHED = ['accept', 'accept-encoding', 'accept-language'] as const
const WEIGHED_MAX = 1_000

/**
 * What is as long as only an attack makes it counts as not said. A list of tens of thousands of words would take a hundred times as long to
 * weigh as all the rest of a request does.
 */
export function dropOversizedAcceptHeaders(
  { headers }: IncomingMessage,
  _response: unknown,
  next: () => void,
): void {
  for (const name of WEIGHED) if ((headers[name]?.length ?? 0) > WEIGHED_MAX) delete headers[name]
  next()
}

/** Whether a request says more than so many characters, its address among them. */
export function isLongerThan(charactersMax: number, { url = '', rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.reduce((length, part) => length + part.length, url.length) > charactersMax
}
