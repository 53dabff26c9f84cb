import type { CDPSession, Page } from '@playwright/test'

export interface Request {
  url: string
  kind: 'script' | 'style' | 'font' | 'call' | 'socket' | 'other'
  /** Of the body, as it came over the line. */
  bytes: number
}

/** Tells, whenever it is asked, what the page has requested since. */
export async function watchRequests(page: Page): Promise<{ requests: Request[]; devtools: CDPSession }> {
  const devtools = await page.context().newCDPSession(page)
  const requests: Request[] = []
  const byId = new Map<string, Request>()
  const take = (requestId: string, url: string, kind: Request['kind']) => {
    const request = { url, kind, bytes: 0 }
    byId.set(requestId, request)
    requests.push(request)
  }
  devtools.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = '' }) =>
    take(requestId, url, kindOf(type)),
  )
  devtools.on('Network.webSocketCreated', ({ requestId, url }) => take(requestId, url, 'socket'))
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = byId.get(requestId)
    if (request) request.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return { requests, devtools }
}

function kindOf(type: string): Request['kind'] {
  if (type === 'Script') return 'script'
  if (type === 'Stylesheet') return 'style'
  if (type === 'Font') return 'font'
  return type === 'Fetch' || type === 'XHR' ? 'call' : 'other'
}

/** In kB, of a thousand bytes. */
export function weightOf(requests: readonly Request[], ...kinds: Request['kind'][]): number {
  return requests.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}
