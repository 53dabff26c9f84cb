import { readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { checkSignIn, signIn } from '#protocol/accounts.ts'
import { getTopics } from '#protocol/topics.ts'
import { openHealthPort } from '#server/platform/health.ts'
import { allCalls } from '#tests/support/allCalls.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, openNodes, startNode } from '#tests/support/node.ts'
import { startTcpProxy } from '#tests/support/tcpProxy.ts'
import { makeHub, newUser, newUsers, shareNewNote } from '#tests/support/users.ts'

/** Health checks and metrics for operators, and that nobody else can read them. */
const TOKEN = 'a token for these tests'

const mongoUrl = await emptyDatabase()
const [node] = await openNodes({ mongoUrl, redisUrl: inject('redisUrl'), metricsToken: TOKEN })

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

async function metrics(): Promise<string> {
  const answer = await fetch(`${node.url}/metrics`, bearer(TOKEN))
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of the series that begins with this; 0 if there is none yet. */
async function readSeries(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find(line => line.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const readiness = async (url: string, query = '') => {
  const answer = await fetch(`${url}/readyz${query}`)
  return { status: answer.status, ...((await answer.json()) as object) }
}

test('a node with all dependencies is alive and ready', async () => {
  expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
  expect(await readiness(node.url)).toEqual({ status: 200, ready: true, missing: [] })
})

test('a node is not ready without Redis, unless Redis is not configured, and ready again when it is back', async () => {
  const redis = new URL(inject('redisUrl'))
  const line = await startTcpProxy({ port: Number(redis.port) })
  onTestFinished(line.stop)
  const other = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${line.port}` })
  onTestFinished(other.stop)
  line.cut()
  await vi.waitFor(
    async () => expect(await readiness(other.url)).toEqual({ status: 503, ready: false, missing: ['redis'] }),
    10_000,
  )
  expect(await readiness(other.url, '?exclude=redis')).toMatchObject({ status: 200 })
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
  line.repair()
  await vi.waitFor(async () => expect(await readiness(other.url)).toMatchObject({ status: 200 }), 5_000)
})

test('a node is not ready without MongoDB', async () => {
  const line = await startTcpProxy({ path: decodeURIComponent(new URL(mongoUrl).host) })
  onTestFinished(line.stop)
  const viaProxy = mongoUrl.replace(new URL(mongoUrl).host, `127.0.0.1:${line.port}`)
  const other = await startNode({ mongoUrl: viaProxy })
  onTestFinished(other.stop)
  line.fallSilent()
  await vi.waitFor(
    async () =>
      expect(await readiness(other.url)).toEqual({ status: 503, ready: false, missing: ['mongodb'] }),
    5_000,
  )
})

test('a stopping node is not ready from the first moment on, and one without a token serves no metrics', async () => {
  const other = await startNode({ mongoUrl })
  onTestFinished(other.stop)
  expect((await fetch(`${other.url}/metrics`, bearer(TOKEN))).status).toBe(404)
  other.app.health.readiness.markStopping()
  expect(await readiness(other.url)).toEqual({ status: 503, ready: false, missing: ['notStopping'] })
})

test.each([
  ['nothing', {}],
  ['another token', bearer(`${TOKEN}!`)],
  ['an empty token', bearer('')],
  ['the token in a POST', { ...bearer(TOKEN), method: 'POST' }],
])('a request with %s finds no metrics, as at any unknown address', async (_, init) => {
  const [answer, nowhere] = await Promise.all(
    ['/metrics', '/nowhere'].map(path => fetch(node.url + path, init)),
  )
  expect(answer?.status).toBe(404)
  expect(await answer?.text()).toBe(await nowhere?.text())
})

test('a separate port serves all metrics, and nothing else', async () => {
  const port = await openHealthPort({ ...node.app.health, token: undefined }, { port: 0, host: '127.0.0.1' })
  onTestFinished(port.close)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port.port}${path}`)).status
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 200])
  expect(await Promise.all(['/', '/api/health', '//', '/metrics/x'].map(statusOf))).toEqual(
    Array(4).fill(404),
  )
})

test('calls are counted by path and outcome', async () => {
  const user = await newUser(node.url)
  const done = `geulmaru_calls_total{call="${getTopics.path}",outcome="done"}`
  const rejected = `geulmaru_calls_total{call="${getTopics.path}",outcome="notSignedIn"}`
  const fast = `geulmaru_call_seconds_bucket{call="${getTopics.path}",le="+Inf"}`
  const before = await Promise.all([done, rejected, fast].map(readSeries))
  await user.call(getTopics, {})
  await call(node.url, getTopics, {})
  await vi.waitFor(
    async () =>
      expect(await Promise.all([done, rejected, fast].map(readSeries))).toEqual(
        before.map((value, index) => value + (index === 2 ? 2 : 1)),
      ),
    10_000,
  )
})

test('events, cluster commands, room memberships, messages between nodes and operations are counted', async () => {
  const series = [
    'geulmaru_events_total{event="note:shared"}',
    'geulmaru_cluster_commands_total{kind="seat"}',
    'geulmaru_node_messages_published_total',
    'geulmaru_node_messages_received_total',
    'geulmaru_database_operations_total',
    'geulmaru_room_memberships',
    'geulmaru_sockets',
  ]
  const before = await Promise.all(series.map(readSeries))
  const [author, friend] = await newUsers(node.url, node.url)
  const tab = await friend.openSocket()
  await shareNewNote(author, await makeHub(author, friend))
  await tab.waitForEvent('note:shared')
  const after = await Promise.all(series.map(readSeries))
  for (const [index, name] of series.entries()) expect(after[index], name).toBeGreaterThan(before[index] ?? 0)
  expect(await readSeries('geulmaru_node_messages_lost_total')).toBe(0)
  tab.close()
})

test('requests cannot create series: label values come from fixed lists', async () => {
  const user = await newUser(node.url)
  await call(node.url, signIn, { email: user.email, password: 'the wrong token' })
  await user.request(checkSignIn, {})
  for (const path of ['/api/no/such', `/api/topic/${user.userNo}`, '/metrics/1', '/x?call=1'])
    await fetch(node.url + path, { method: 'POST' })
  const text = await metrics()
  const paths: string[] = allCalls.map(({ path }) => path)
  for (const [, path] of text.matchAll(/call="([^"]*)"/g)) expect(paths).toContain(path)
  expect(text).not.toContain(user.email)
})

test('the process and the database have metrics', async () => {
  const text = await metrics()
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'geulmaru_engine_resident_bytes',
    'geulmaru_engine_cache_bytes',
    'geulmaru_engine_cache_max_bytes',
  ])
    expect(Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]), name).toBeGreaterThan(0)
  expect(text).toContain('geulmaru_ready{need="mongodb"} 1')
})

/** The dashboard and the alerts only query metrics that a node exports. */
interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Keywords of PromQL and names of labels; every other word in an expression must be a metric. */
const PROMQL = 'sum rate increase count by max or topk histogram_quantile vector'
const LABELS = 'job need outcome le call event instance kind'
const WORDS = new Set(`${PROMQL} ${LABELS}`.split(' '))

const families = Array.from((await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind]) =>
  kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => name + part) : [name],
)
// Series that Prometheus itself adds.
const exported = new Set(['up', ...families.flat()])

const read = (path: string) => readFileSync(new URL(`../../docs/cluster/${path}`, import.meta.url), 'utf8')
const rules = (parse(read('alerts.yml')) as Rules).groups.flatMap(group => group.rules)
const { panels } = JSON.parse(read('grafana/dashboard.json')) as Dashboard

/** Removes quoted texts and durations. */
function namesIn(expr: string): string[] {
  const words = expr.replace(/"[^"]*"|\[\w+\]/g, ' ').match(/[a-z_][a-z0-9_]*/gi) ?? []
  return words.filter(word => !WORDS.has(word))
}

test.each([
  ...rules.map(({ alert, expr }) => [`the alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`the panel '${title}'`, expr] as const),
  ),
])('%s queries existing metrics', (_, expr) => {
  const names = namesIn(expr)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter(name => !exported.has(name))).toEqual([])
})

test('each alert says what is wrong and what to do', () => {
  for (const { alert, annotations } of rules)
    expect(Object.keys(annotations), alert).toEqual(['summary', 'description'])
})

test('each metric of the application is on the dashboard', () => {
  const displayed = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))))
  const own = [...exported].filter(
    name => name.startsWith('geulmaru_') && name !== 'geulmaru_call_seconds_count',
  )
  expect(own.filter(name => !displayed.has(name))).toEqual([])
})
