import { expect, test } from 'vitest'
import type { Call } from '#protocol/call.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { z } from '#protocol/schema.ts'
import { allRoutes } from '#server/routes.ts'
import { type AnyPath, allCalls } from '#tests/support/allCalls.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { createFixtures, newRoom, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { createInvalidTokens } from './invalidTokens.ts'
import { type Asker, permissions } from './permissions.ts'
import { ask, expectNothingPrivate, expectOutcome, type Input, withForeign, withMissing } from './requests.ts'

// The clock stands still, so that the last activity of sessions is not written.
let now = new Date()
const [node] = await openNodes({ clock: () => now })
const fixtures = await createFixtures(node.url, node.app.context.repositories.users)
const deadTokens = await createInvalidTokens(fixtures, async (time, something) => {
  const before = now
  now = time
  const made = await something()
  now = before
  return made
})

const paths = Object.keys(permissions) as AnyPath[]
const askers = ['visitor', 'nonMember', 'exMember', 'administrator', 'member', 'author'] as const
const outsiders: readonly Asker[] = ['visitor', 'nonMember', 'exMember', 'administrator']

const isReading = (limit: Call['limit']) => ['read', 'find', 'heavy'].includes(limit)

const mayCall = (path: AnyPath) => askers.filter(asker => permissions[path][asker] === 'done')
const mayCallAsAuthor = paths.filter(path => permissions[path].author === 'done')
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

test('callers without permission are rejected, learn nothing and change nothing', {
  timeout: 120_000,
}, async () => {
  const inputs = new Map<AnyPath, Input>()
  for (const path of paths) inputs.set(path, await inputOf(path, 'visitor'))
  await node.app.context.backgroundTasks.onIdle()
  const before = await dumpDatabase(node.mongo)
  for (const [index, [path, input]] of [...inputs].entries()) {
    const called = callAt(path)
    for (const asker of askers.filter(asker => permissions[path][asker] !== 'done')) {
      const result = permissions[path][asker]
      const token = userOf(asker)?.token
      const response = await ask(node.url, called, input, token)
      expectOutcome(result, response, `${path} ${asker}`)
      if (outsiders.includes(asker)) expectNothingPrivate(response, `${path} ${asker}`)
      // The response must not reveal whether the target exists.
      if (result !== 'notFound' && called.access !== 'administrator') continue
      for (const missing of withMissing(input))
        expect(await ask(node.url, called, missing, token), `${path} ${asker}`).toEqual(response)
    }
    const { visitor } = permissions[path]
    if (visitor === 'done') continue
    // Where the server itself rejects visitors it reads the token in the same way for each call.
    const tokens = Object.entries(deadTokens).filter(
      (_, at, all) => visitor !== 'signIn' || at === index % all.length,
    )
    for (const [name, token] of tokens)
      expectOutcome(visitor, await ask(node.url, called, input, token), `${path} with a token ${name}`)
  }
  await node.app.context.backgroundTasks.onIdle()
  expect(await dumpDatabase(node.mongo)).toEqual(before)
})

test.each(paths.filter(path => mayCall(path).length > 0))(
  '%s succeeds for callers with permission, and reveals nothing private to outsiders',
  async path => {
    for (const asker of mayCall(path)) {
      const response = await ask(node.url, callAt(path), await inputOf(path, asker), userOf(asker)?.token)
      expectOutcome('done', response, asker)
      expect(response.text, asker).not.toContain(fixtures.bystander.email)
      if (outsiders.includes(asker)) expectNothingPrivate(response, asker)
    }
  },
)

/** These change only the caller's own data, or nothing where there is none. */
const KNOWN_MIXABLE = [
  '/api/discussion/markcommentsread commentNo',
  '/api/inbox/seenthread commentNo',
  '/api/inbox/seenthread hubNo',
  '/api/inbox/seenthread noteNo',
  '/api/invitation/end makerNo',
]

test('the numbers of one room, mixed with one of another, are rejected', async () => {
  const others = await createFixtures(node.url, node.app.context.repositories.users)
  const accepted: string[] = []
  for (const path of mayCallAsAuthor) {
    const foreign = await inputOf(path, 'author', others)
    for (const { field, mixed } of withForeign(await inputOf(path, 'author'), foreign)) {
      const response = await ask(node.url, callAt(path), mixed, fixtures.author.token)
      if (response.status === 200) accepted.push(`${path} ${field}`)
    }
  }
  const hint = 'Check that they belong together, as requireInThread does, or add them to KNOWN_MIXABLE'
  expect(accepted.toSorted(), hint).toEqual(KNOWN_MIXABLE)
})

/** This changes only the caller's own data. */
const KNOWN_FOR_STRANGERS = ['/api/friends/unblock']

test('the number of a user whom the caller does not know is rejected', async () => {
  const { userNo } = await newUser(node.url)
  const accepted: string[] = []
  for (const path of mayCallAsAuthor) {
    const call = callAt(path)
    if (!(call.request instanceof z.ZodObject && 'userNo' in call.request.shape)) continue
    const withStranger = { ...(await inputOf(path, 'author')), userNo }
    const { status } = await ask(node.url, call, withStranger, fixtures.author.token)
    if (status === 200) accepted.push(path)
  }
  const hint =
    'Ask isKnown (server/features/contacts/contacts.service.ts), or add them to KNOWN_FOR_STRANGERS'
  expect(accepted, hint).toEqual(KNOWN_FOR_STRANGERS)
})

test('a user who leaves a hub has member permissions before, and none after, and no list shows the hub’s notes', async () => {
  const formerMember = await newUser(node.url)
  const users = { ...fixtures, member: formerMember }
  const withNewRoom = { ...users, room: await newRoom(users) }
  const closing = paths.filter(path => permissions[path].member !== permissions[path].exMember)
  const inputs = new Map<AnyPath, Input>()
  const readings = new Map<AnyPath, Input>()
  for (const { path, limit } of allCalls)
    if (isReading(limit) && permissions[path].exMember === 'done')
      readings.set(path, await inputOf(path, 'member', withNewRoom))

  for (const path of closing) {
    const input = await inputOf(path, 'member', withNewRoom)
    inputs.set(path, input)
    expectOutcome(
      permissions[path].member,
      await ask(node.url, callAt(path), input, formerMember.token),
      path,
    )
  }
  const { hubs } = await formerMember.call(getHubs, { hubsPerPage: ITEMS_PER_PAGE_MAX })
  for (const { hubNo } of hubs) await formerMember.call(disjoin, { targetHubNo: hubNo })

  await node.app.context.backgroundTasks.onIdle()
  const before = await dumpDatabase(node.mongo)
  for (const [path, input] of inputs)
    expectOutcome(
      permissions[path].exMember,
      await ask(node.url, callAt(path), input, formerMember.token),
      path,
    )
  expect(await dumpDatabase(node.mongo)).toEqual(before)
  for (const [path, input] of readings)
    expectNothingPrivate(await ask(node.url, callAt(path), input, formerMember.token), path)
})

test('no call returns a user’s content once the deletion of their account has begun', async () => {
  const { repositories, people: users, live } = node.app.context
  const leaving = await createFixtures(node.url, repositories.users)
  const { author, member, room } = leaving
  const asked: [Call, Input][] = []
  for (const call of allCalls)
    if (isReading(call.limit) && permissions[call.path].member === 'done')
      asked.push([call, { ...(await inputOf(call.path, 'member', leaving)) }])
  const readAll = () => Promise.all(asked.map(([call, input]) => ask(node.url, call, input, member.token)))
  expect((await readAll()).filter(({ text }) => text.includes(PRIVATE_TEXTS.title)).length).toBeGreaterThan(1)

  killBefore(repositories.passkeys, 'deleteByUser')
  expect(await author.request(deleteAccount, { password: PASSWORD })).toMatchObject({ status: 500 })
  users.clear()
  await live.invalidateHubCaches()

  expect(await repositories.notes.findByNo(room.noteNo), 'the content still exists').not.toBeNull()
  for (const [index, response] of (await readAll()).entries())
    expectNothingPrivate(response, `${asked[index]?.[0].path} (server/features/shares/shares.visibility.ts)`)
})
