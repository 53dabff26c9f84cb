import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getTopics } from '#protocol/topics.ts'
import { openTraces } from '#server/platform/traces.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

/** The example of W3C Trace Context. */
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

const attributeOf = (span: CollectedSpan | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue

test('a collector receives each call with its database operations, and no personal data', async () => {
  const collector = await startCollector()
  onTestFinished(collector.stop)
  const traces = openTraces(collector.url)
  const node = await startNode({ mongoUrl: await emptyDatabase(), traces, trustProxy: 1 })
  onTestFinished(node.stop)
  const user = await newUser(node.url)
  node.app.context.gate.clear()
  const answer = await fetch(node.url + getTopics.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authData: user.token, traceparent: TRACEPARENT },
    body: '{}',
  })
  await call(node.url, signIn, { email: user.email, password: 'another password' })
  await traces.stop()

  expect([...collector.paths]).toEqual(['POST /v1/traces'])
  const listed = collector.spans.find(({ name }) => name === `POST ${getTopics.path}`)
  expect(listed).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' })
  expect(attributeOf(listed, 'http.request.id')).toBe(answer.headers.get('X-Request-Id'))
  const operations = collector.spans.filter(({ parentSpanId }) => parentSpanId === listed?.spanId)
  expect(operations.map(span => attributeOf(span, 'db.collection.name')).sort()).toEqual([
    'sessions',
    'topics',
    'users',
  ])
  expect(new Set(operations.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
  const exportedText = JSON.stringify(collector.spans)
  for (const secret of [user.token, user.email, 'another password'])
    expect(exportedText).not.toContain(secret)
})

test('an unreachable collector delays nobody', async () => {
  const collector = await startCollector()
  await collector.stop()
  const traces = openTraces(collector.url)
  const node = await startNode({ mongoUrl: await emptyDatabase(), traces })
  onTestFinished(node.stop)
  await newUser(node.url)
  const startedAt = performance.now()
  await traces.stop()
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}

interface CollectedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: KeyValue[]
  status: { code?: number }
}

/** A collector that stores traces sent by OTLP over HTTP, in JSON. */
async function startCollector() {
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
