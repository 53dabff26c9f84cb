import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'

/** The dashboard and the alerts only query metrics that a node exports. */
interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** Keywords of PromQL and names of labels; every other word in an expression must be a metric. */
const WORDS = new Set(
  'sum rate increase count by max or topk histogram_quantile vector job need outcome le call event instance kind'.split(
    ' ',
  ),
)

let node: TestNode
let exported: Set<string>

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  const text = await (await node.app.health.metricsExporter()).text()
  const families = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => name + part) : [name],
  )
  // Series that Prometheus itself adds.
  exported = new Set(['up', ...families.flat()])
})
afterAll(() => node.stop())

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
