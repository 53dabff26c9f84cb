import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#protocol/myInfo.ts'
import { type AnyCall, allCalls } from '#tests/support/allCalls.ts'
import { createFixtures, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { PASSWORD } from '#tests/support/users.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { permissions } from './permissions.ts'
import { ask, expectNothingPrivate, type Input } from './requests.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

/** Calls by which members read. */
const readCalls = allCalls.filter(
  ({ path, limit }) => ['read', 'find', 'heavy'].includes(limit) && permissions[path].member === 'done',
)

test('no call returns a user’s content once the deletion of their account has begun', async () => {
  const { repositories, people: users, live } = node.app.context
  const fixtures = await createFixtures(node.url, repositories.users)
  const { author, member, room } = fixtures
  const asked: { call: AnyCall; input: Input }[] = []
  for (const call of readCalls)
    asked.push({ call, input: { ...(await validInputs[call.path](fixtures, member)) } })
  const notifyAuthor = () =>
    Promise.all(asked.map(({ call, input }) => ask(node.url, call, input, member.token)))
  expect(
    (await notifyAuthor()).filter(({ text }) => text.includes(PRIVATE_TEXTS.title)).length,
  ).toBeGreaterThan(1)

  killBefore(repositories.passkeys, 'deleteByUser')
  expect(await author.request(deleteAccount, { password: PASSWORD })).toMatchObject({ status: 500 })
  users.clear()
  await live.invalidateHubCaches()

  expect(await repositories.notes.findByNo(room.noteNo), 'the content still exists').not.toBeNull()
  for (const [index, told] of (await notifyAuthor()).entries())
    expectNothingPrivate(told, `${asked[index]?.call.path} (server/features/shares/shares.visibility.ts)`)
})
