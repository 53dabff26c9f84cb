import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { allRoutes } from '#server/routes.ts'
import type { AnyPath } from '#tests/support/allCalls.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { createFixtures, type Fixtures, newRoom } from '#tests/support/fixtures.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { createInvalidTokens } from './invalidTokens.ts'
import { type Asker, permissions } from './permissions.ts'
import { ask, expectNothingPrivate, expectOutcome, type Input, withMissing } from './requests.ts'

// The clock stands still, so that the last activity of sessions is not written.
let now = new Date()
let node: TestNode
let mongo: mongoose.Connection
let fixtures: Fixtures
let deadTokens: Record<string, string>

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => now })
  mongo = await mongoose.createConnection(mongoUrl).asPromise()
  fixtures = await createFixtures(node.url, node.app.context.repositories.users)
  deadTokens = await createInvalidTokens(fixtures, async (time, something) => {
    const before = now
    now = time
    const made = await something()
    now = before
    return made
  })
})
afterAll(async () => {
  await mongo.close()
  await node.stop()
})

const paths = Object.keys(permissions) as AnyPath[]
const askers = ['visitor', 'stranger', 'exMember', 'administrator', 'member', 'author'] as const
const outsiders: readonly Asker[] = ['visitor', 'stranger', 'exMember', 'administrator']

const userOf = (asker: Asker) => (asker === 'visitor' ? null : fixtures[asker])
const inputOf = (path: AnyPath, asker: Asker, inWorld = fixtures): Input | Promise<Input> =>
  validInputs[path](inWorld, asker === 'visitor' ? null : inWorld[asker])

function callAt(path: AnyPath): Call {
  const found = allRoutes(node.app.context).find(({ call }) => call.path === path)
  if (found === undefined) throw new Error(`nothing answers ${path}`)
  return found.call
}

test('every call that the server answers has a row of permissions', () => {
  const served = allRoutes(node.app.context).map(({ call }) => call.path)
  expect([...paths].sort()).toEqual(served.sort())
})

describe.each(paths)('%s', path => {
  const canNot = askers.filter(asker => permissions[path][asker] !== 'done')
  const may = askers.filter(asker => permissions[path][asker] === 'done')

  if (canNot.length > 0)
    test('rejects callers without permission, reveals nothing and changes nothing', async () => {
      const called = callAt(path)
      const input = await inputOf(path, 'visitor')
      await node.app.context.backgroundTasks.onIdle()
      const before = await dumpDatabase(mongo)
      for (const asker of canNot) {
        const result = permissions[path][asker]
        const token = userOf(asker)?.token
        const response = await ask(node.url, called, input, token)
        expectOutcome(result, response, asker)
        if (outsiders.includes(asker)) expectNothingPrivate(response, asker)
        // The response must not reveal whether the target exists.
        if (result !== 'nothing' && called.access !== 'administrator') continue
        for (const missing of withMissing(input))
          expect(await ask(node.url, called, missing, token), asker).toEqual(response)
      }
      for (const [name, token] of Object.entries(deadTokens)) {
        if (permissions[path].visitor === 'done') continue
        expectOutcome(permissions[path].visitor, await ask(node.url, called, input, token), `a token ${name}`)
      }
      expect(await dumpDatabase(mongo)).toEqual(before)
    })

  if (may.length > 0)
    test('succeeds for callers with permission, and reveals nothing private to outsiders', async () => {
      for (const asker of may) {
        const response = await ask(node.url, callAt(path), await inputOf(path, asker), userOf(asker)?.token)
        expectOutcome('done', response, asker)
        expect(response.text, asker).not.toContain(fixtures.bystander.email)
        if (outsiders.includes(asker)) expectNothingPrivate(response, asker)
      }
    })
})

test('a user who leaves a hub has member permissions before, and none after', async () => {
  const leaver = await newUser(node.url)
  const users = { ...fixtures, member: leaver }
  const withLeaver = { ...users, room: await newRoom(users) }
  const closing = paths.filter(path => permissions[path].member !== permissions[path].exMember)
  const inputs = new Map<AnyPath, Input>()

  for (const path of closing) {
    const input = await inputOf(path, 'member', withLeaver)
    inputs.set(path, input)
    expectOutcome(permissions[path].member, await ask(node.url, callAt(path), input, leaver.token), path)
  }
  const { hubs } = await leaver.call(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX })
  for (const { hubNo } of hubs) await leaver.call(disjoin, { targetHubNo: hubNo })

  await node.app.context.backgroundTasks.onIdle()
  const before = await dumpDatabase(mongo)
  for (const [path, input] of inputs)
    expectOutcome(permissions[path].exMember, await ask(node.url, callAt(path), input, leaver.token), path)
  expect(await dumpDatabase(mongo)).toEqual(before)
})
