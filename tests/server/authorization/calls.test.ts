import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { allRoutes } from '#server/routes.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import type { AnyPath } from '#tests/support/everyCall.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { makeWorld, newRoom, type World } from '#tests/support/world.ts'
import { type Asker, answers } from './answers.ts'
import { ask, expectNothingPrivate, expectOutcome, type Input, withMissing } from './asking.ts'
import { makeDeadTokens } from './deadTokens.ts'

// It stands still, so that nothing is noted of when a session was last seen.
let now = new Date()
let node: TestNode
let mongo: mongoose.Connection
let world: World
let deadTokens: Record<string, string>

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => now })
  mongo = await mongoose.createConnection(mongoUrl).asPromise()
  world = await makeWorld(node.url, node.app.context.stores.users)
  deadTokens = await makeDeadTokens(world, async (time, something) => {
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

const paths = Object.keys(answers) as AnyPath[]
const askers = ['visitor', 'stranger', 'exMember', 'administrator', 'member', 'author'] as const
const outsiders: readonly Asker[] = ['visitor', 'stranger', 'exMember', 'administrator']

const personOf = (asker: Asker) => (asker === 'visitor' ? null : world[asker])
const inputOf = (path: AnyPath, asker: Asker, inWorld = world): Input | Promise<Input> =>
  validInputs[path](inWorld, asker === 'visitor' ? null : inWorld[asker])

function callAt(path: AnyPath): Call {
  const found = allRoutes(node.app.context).find(({ call }) => call.path === path)
  if (found === undefined) throw new Error(`nothing answers ${path}`)
  return found.call
}

test('every call that the server answers says who may not make it', () => {
  const served = allRoutes(node.app.context).map(({ call }) => call.path)
  expect([...paths].sort()).toEqual(served.sort())
})

describe.each(paths)('%s', path => {
  const canNot = askers.filter(asker => answers[path][asker] !== 'done')
  const may = askers.filter(asker => answers[path][asker] === 'done')

  if (canNot.length > 0)
    test('is refused to whoever may not, tells them nothing and changes nothing', async () => {
      const called = callAt(path)
      const input = await inputOf(path, 'visitor')
      await node.app.context.backgroundTasks.settled()
      const before = await dumpDatabase(mongo)
      for (const asker of canNot) {
        const result = answers[path][asker]
        const token = personOf(asker)?.token
        const told = await ask(node.url, called, input, token)
        expectOutcome(result, told, asker)
        if (outsiders.includes(asker)) expectNothingPrivate(told, asker)
        // Whether there is such a thing is nobody's business.
        if (result !== 'nothing' && called.access !== 'administrator') continue
        for (const missing of withMissing(input))
          expect(await ask(node.url, called, missing, token), asker).toEqual(told)
      }
      for (const [name, token] of Object.entries(deadTokens)) {
        if (answers[path].visitor === 'done') continue
        expectOutcome(answers[path].visitor, await ask(node.url, called, input, token), `a token ${name}`)
      }
      expect(await dumpDatabase(mongo)).toEqual(before)
    })

  if (may.length > 0)
    test('is granted to whoever may, and tells outsiders nothing private', async () => {
      for (const asker of may) {
        const told = await ask(node.url, callAt(path), await inputOf(path, asker), personOf(asker)?.token)
        expectOutcome('done', told, asker)
        expect(told.text, asker).not.toContain(world.bystander.email)
        if (outsiders.includes(asker)) expectNothingPrivate(told, asker)
      }
    })
})

test('whoever leaves a hub may do there as a member before, and nothing after', async () => {
  const leaver = await newPerson(node.url)
  const people = { ...world, member: leaver }
  const withLeaver = { ...people, room: await newRoom(people) }
  const closing = paths.filter(path => answers[path].member !== answers[path].exMember)
  const inputs = new Map<AnyPath, Input>()

  for (const path of closing) {
    const input = await inputOf(path, 'member', withLeaver)
    inputs.set(path, input)
    expectOutcome(answers[path].member, await ask(node.url, callAt(path), input, leaver.token), path)
  }
  const { hubs } = await leaver.does(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX })
  for (const { hubNo } of hubs) await leaver.does(disjoin, { targetHubNo: hubNo })

  await node.app.context.backgroundTasks.settled()
  const before = await dumpDatabase(mongo)
  for (const [path, input] of inputs)
    expectOutcome(answers[path].exMember, await ask(node.url, callAt(path), input, leaver.token), path)
  expect(await dumpDatabase(mongo)).toEqual(before)
})
