import { afterAll, beforeAll, expect, test } from 'vitest'
import { request } from '#tests/support/call.ts'
import { type AnyPath, everyCall } from '#tests/support/everyCall.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { makeWorld, type World } from '#tests/support/world.ts'
import { callerOf } from './authorization/callerOf.ts'

let node: TestNode
let world: World

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  world = await makeWorld(node.url, node.app.context.stores.users)
})
afterAll(() => node.stop())

const repeatable = everyCall.filter(call => 'isRepeatable' in call)

test.each(repeatable)('$path, sent again, does what it did once and is answered alike', async call => {
  const path = call.path as AnyPath
  const caller = callerOf(world, path)
  const input = { ...(await validInputs[path](world, caller)) }
  const ask = async () => {
    const response = await request(node.url, call, input, caller?.token)
    return { status: response.status, body: JSON.parse(await response.text(), withoutCounters) }
  }
  const once = await ask()
  expect(once).toMatchObject({ status: 200, body: { success: true } })
  expect(await ask()).toEqual(once)
})

/** Nobody minds how often it was said which is right; of two words the later one is taken. */
function withoutCounters(name: string, value: unknown): unknown {
  return name === 'version' || name === 'revision' ? undefined : value
}
