import { expect, onTestFinished, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getTopics } from '#protocol/topics.ts'
import { openTraces } from '#server/platform/traces/openTraces.ts'
import { call } from '#tests/support/call.ts'
import { type CollectedSpan, startCollector } from '#tests/support/collector.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'

/** The example of W3C Trace Context. */
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

const attributeOf = (span: CollectedSpan | undefined, name: string) =>
  span?.attributes.find(({ key }) => key === name)?.value.stringValue

test('a collector is told of each call and of what it asked of the database, and of nobody', async () => {
  const collector = await startCollector()
  onTestFinished(collector.stop)
  const traces = openTraces(collector.url)
  const node = await startNode({ mongoUrl: await emptyDatabase(), traces, trustProxy: 1 })
  onTestFinished(node.stop)
  const person = await newPerson(node.url)
  node.app.context.gate.forgetAll()
  const answer = await fetch(node.url + getTopics.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authData: person.token, traceparent: TRACEPARENT },
    body: '{}',
  })
  await call(node.url, signIn, { email: person.email, password: 'another password' })
  await traces.stop()

  expect([...collector.paths]).toEqual(['POST /v1/traces'])
  const listed = collector.spans.find(({ name }) => name === `POST ${getTopics.path}`)
  expect(listed).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' })
  expect(attributeOf(listed, 'http.request.id')).toBe(answer.headers.get('X-Request-Id'))
  const asked = collector.spans.filter(({ parentSpanId }) => parentSpanId === listed?.spanId)
  expect(asked.map(span => attributeOf(span, 'db.collection.name')).sort()).toEqual([
    'sessions',
    'topics',
    'users',
  ])
  expect(new Set(asked.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
  const told = JSON.stringify(collector.spans)
  for (const secret of [person.token, person.email, 'another password']) expect(told).not.toContain(secret)
})

test('a collector that is away keeps nobody waiting', async () => {
  const collector = await startCollector()
  await collector.stop()
  const traces = openTraces(collector.url)
  const node = await startNode({ mongoUrl: await emptyDatabase(), traces })
  onTestFinished(node.stop)
  await newPerson(node.url)
  const startedAt = performance.now()
  await traces.stop()
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})
