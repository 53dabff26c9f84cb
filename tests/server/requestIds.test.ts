import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTopic } from '#protocol/topics.ts'
import { createLog } from '#server/platform/log.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

/** The request id connects a response with its log line. */
let mongoUrl: string
let node: TestNode
let behindProxy: TestNode
let output = ''

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  const write = (line: string) => {
    output += line
  }
  node = await startNode({ mongoUrl, log: createLog('debug', { write }) })
  behindProxy = await startNode({ mongoUrl, trustProxy: 1 })
})
afterAll(async () => {
  await node.stop()
  await behindProxy.stop()
})

const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function nameOf(url: string, given?: string): Promise<string | null> {
  const answer = await fetch(`${url}/api/health`, {
    headers: given === undefined ? {} : { 'X-Request-Id': given },
  })
  return answer.headers.get('X-Request-Id')
}

test('each request has a unique id', async () => {
  const names = [await nameOf(node.url), await nameOf(node.url)]
  for (const name of names) expect(name).toMatch(FRESH)
  expect(names[0]).not.toBe(names[1])
})

test('a trusted proxy can set the id; no other client can', async () => {
  expect(await nameOf(behindProxy.url, 'edge-7f3a.0001')).toBe('edge-7f3a.0001')
  expect(await nameOf(node.url, 'edge-7f3a.0001')).toMatch(FRESH)
})

test.each([['too short'], ['x'.repeat(65)], ['{"level":60,"msg":"x"}'], ['short'], ['']])(
  'an id that is unsuitable for a log is replaced: %s',
  async given => expect(await nameOf(behindProxy.url, given)).toMatch(FRESH),
)

test('an error is logged under the id that its response has', async () => {
  const user = await newUser(node.url)
  const { counters } = node.app.context
  const next = counters.next
  counters.next = () => Promise.reject(new Error('intentional error'))
  const { status, headers } = await fetch(node.url + createTopic.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', authData: user.token },
    body: '{"title":"하나"}',
  })
  counters.next = next
  expect(status).toBe(500)
  const lines = output.split('\n').filter(line => line.includes(headers.get('X-Request-Id') ?? 'none'))
  expect(lines.map(line => JSON.parse(line).msg)).toEqual(['request failed', 'answered'])
})
