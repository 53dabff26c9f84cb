import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#protocol/myInfo.ts'
import { type AnyCall, everyCall } from '#tests/support/everyCall.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { PASSWORD } from '#tests/support/person.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { makeWorld, PRIVATE } from '#tests/support/world.ts'
import { answers } from './answers.ts'
import { ask, expectNothingPrivate, type Input } from './asking.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

/** What members ask to be told something. */
const readings = everyCall.filter(
  ({ path, limit }) => ['read', 'find', 'heavy'].includes(limit) && answers[path].member === 'done',
)

test('what somebody wrote is shown by no call any more once their account has begun to go', async () => {
  const { stores, people, live } = node.app.context
  const world = await makeWorld(node.url, stores.users)
  const { author, member, room } = world
  const asked: { call: AnyCall; input: Input }[] = []
  for (const call of readings)
    asked.push({ call, input: { ...(await validInputs[call.path](world, member)) } })
  const tell = () => Promise.all(asked.map(({ call, input }) => ask(node.url, call, input, member.token)))
  expect((await tell()).filter(({ text }) => text.includes(PRIVATE.title)).length).toBeGreaterThan(1)

  killBefore(stores.passkeys, 'deleteOf')
  expect(await author.asks(deleteAccount, { password: PASSWORD })).toMatchObject({ status: 500 })
  people.forgetAll()
  await live.forgetReadings()

  expect(await stores.notes.byNo(room.noteNo), 'it still stands').not.toBeNull()
  for (const [index, told] of (await tell()).entries())
    expectNothingPrivate(told, `${asked[index]?.call.path} (server/features/shares/shares.shown.ts)`)
})
