import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { allRoutes } from '#server/routes.ts'
import { allCalls } from '#tests/support/allCalls.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, signInUser } from '#tests/support/users.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../protocol/*.ts', '!../../protocol/*.test.ts'],
  { eager: true },
)
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'request' in value
const declared = Object.values(modules).flatMap(module => Object.values(module).filter(isCall))

/** At this scale every limit is 1. */
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

const servedCalls = () => allRoutes(node.app.context).map(({ call }) => call.path)
const pathsOf = (calls: readonly Call[]) => calls.map(({ path }) => path)

test('every call that the protocol declares has exactly one route', () => {
  expect(
    pathsOf(declared).filter(path => !servedCalls().includes(path)),
    'Give each a route in server/features/<feature>/<feature>.routes.ts, and a new feature its line in server/routes.ts',
  ).toEqual([])
  expect(servedCalls().filter((path, index) => servedCalls().indexOf(path) !== index)).toEqual([])
})

test('no two calls have the same name', () => {
  const names = Object.values(modules).flatMap(module =>
    Object.keys(module).filter(name => isCall(module[name])),
  )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the table of all calls is complete', () => {
  expect(
    pathsOf(declared).filter(path => !pathsOf(allCalls).includes(path)),
    'Add their module of protocol/ to tests/support/allCalls.ts; the compiler then names the tables that need a row',
  ).toEqual([])
})

test('every call that the server answers is rate limited, by address or by user', async () => {
  const { email } = await newUser(node.url)
  const unlimited: string[] = []
  for (const [index, { call }] of allRoutes(strict.app.context).entries()) {
    // Each with its own session, since one of the calls ends it.
    const { token } = await signInUser(node.url, email)
    const ask = () =>
      fetch(strict.url + call.path, {
        method: call.method,
        headers: { 'X-Forwarded-For': `198.51.100.${index}`, authData: token },
      })
    await ask()
    if ((await ask()).status !== 429) unlimited.push(call.path)
  }
  expect(unlimited, 'Add the rates of their limit class to server/limits.ts').toEqual([])
})

test('a renamed call is answered at its former path as well, for the same users', async () => {
  const user = await newUser(node.url)
  const renamed = declared.filter(({ formerPath }) => formerPath !== undefined)
  expect(renamed).not.toEqual([])
  for (const { path, formerPath = path, method } of renamed) {
    const send = (target: string, headers = {}) => fetch(node.url + target, { method, headers })
    const statuses = async (headers?: object) =>
      (await Promise.all([path, formerPath].map(target => send(target, headers)))).map(({ status }) => status)
    const [status, formerStatus] = await statuses({ authData: user.token })
    expect(formerStatus, formerPath).toBe(status)
    expect(await statuses(), formerPath).toEqual([401, 401])
  }
})
