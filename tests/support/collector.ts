import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}

export interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: KeyValue[]
  status: { code?: number }
}

/** What takes traces by OTLP over HTTP, in JSON, and keeps them. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const paths = new Set<string>()
  const http = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url}`)
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[]
    }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(scope => scope.spans))
    response.setHeader('Content-Type', 'application/json')
    response.end('{}')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    spans,
    paths,
    async stop() {
      http.closeAllConnections()
      http.close()
    },
  }
}
