import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyPath, allCalls } from '#tests/support/allCalls.ts'
import { request } from '#tests/support/call.ts'
import { createFixtures, type Fixtures } from '#tests/support/fixtures.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { callerOf } from './authorization/permissions.ts'

let node: TestNode
let fixtures: Fixtures

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  fixtures = await createFixtures(node.url, node.app.context.repositories.users)
})
afterAll(() => node.stop())

const repeatable = allCalls.filter(call => 'isRepeatable' in call)

test.each(repeatable)('$path, repeated, has the same effect as once and the same response', async call => {
  const path = call.path as AnyPath
  const caller = callerOf(fixtures, path)
  const input = { ...(await validInputs[path](fixtures, caller)) }
  const ask = async () => {
    const response = await request(node.url, call, input, caller?.token)
    return { status: response.status, body: JSON.parse(await response.text(), withoutCounters) }
  }
  const once = await ask()
  expect(once).toMatchObject({ status: 200, body: { success: true } })
  expect(await ask()).toEqual(once)
})

/** Removes version counters, which may increase with each repetition. */
function withoutCounters(name: string, value: unknown): unknown {
  return name === 'version' || name === 'revision' ? undefined : value
}
