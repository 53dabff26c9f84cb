import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { allRoutes } from '#server/routes.ts'
import { everyCall } from '#tests/support/everyCall.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, signedIn } from '#tests/support/person.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../protocol/*.ts', '!../../protocol/*.test.ts'],
  { eager: true },
)
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value
const declared = Object.values(modules).flatMap(module => Object.values(module).filter(isCall))

/** At which every limit is 1. */
const TINY_SCALE = 1e-6

let mongoUrl: string
let node: TestNode
let strict: TestNode

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  strict = await startNode({ mongoUrl, rateLimitScale: TINY_SCALE, trustProxy: 1 })
})
afterAll(() => Promise.all([node.stop(), strict.stop()]))

const served = () => allRoutes(node.app.context).map(({ call }) => call.path)
const pathsOf = (calls: readonly Call[]) => calls.map(({ path }) => path)

test('every call that the protocol declares is answered, by one route', () => {
  expect(
    pathsOf(declared).filter(path => !served().includes(path)),
    'Give each a route in server/features/<feature>/<feature>.routes.ts, and a new feature its line in server/routes.ts',
  ).toEqual([])
  expect(served().filter((path, index) => served().indexOf(path) !== index)).toEqual([])
})

test('no two calls have the same name', () => {
  const names = Object.values(modules).flatMap(module =>
    Object.keys(module).filter(name => isCall(module[name])),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the tests that go through all calls know every one', () => {
  expect(
    pathsOf(declared).filter(path => !pathsOf(everyCall).includes(path)),
    'Add their module of protocol/ to tests/support/everyCall.ts; the compiler then names the tables that want a row',
  ).toEqual([])
})

test('every call that the server answers may be made only so often, by strangers or by members', async () => {
  const { email } = await newPerson(node.url)
  const unlimited: string[] = []
  for (const [index, { call }] of allRoutes(strict.app.context).entries()) {
    // A session for each, since one of them ends it.
    const { token } = await signedIn(node.url, email)
    const ask = () =>
      fetch(strict.url + call.path, {
        method: call.method,
        headers: { 'X-Forwarded-For': `198.51.100.${index}`, authData: token },
      })
    await ask()
    if ((await ask()).status !== 429) unlimited.push(call.path)
  }
  expect(unlimited, 'Give their class of limits its rates in server/limits.ts').toEqual([])
})
