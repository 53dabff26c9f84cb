import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeContacts, makeHub, newUser, type TestUser } from '#tests/support/users.ts'

/** A user who leaves a hub can be added again, unless they declined further invitations. */
let node: TestNode
let maker: TestUser
let second: TestUser
let third: TestUser
let stranger: TestUser

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => newUser(node.url)))
  ;[maker, second, third, stranger] = users as [TestUser, TestUser, TestUser, TestUser]
  await makeContacts(...users)
})

const numbers = (...users: TestUser[]) => JSON.stringify(users.map(user => user.userNo))
const hubNosOf = async (user: TestUser) => (await user.call(getHubs, {})).hubs.map(hub => hub.hubNo)
const participants = async (hubNo: number) =>
  (await maker.call(getHubInfo, { hubNo })).participants.map(user => user.userNo)
const addition = (hubNo: number, friends: TestUser[], expected: TestUser[]) => ({
  hubNo,
  friendsJSON: numbers(...friends),
  expectedResult: numbers(...expected),
})

test('a user who left can be added again', async () => {
  const hubNo = await makeHub(maker, second, third)
  await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: false })
  const secondAddition = addition(hubNo, [third], [maker, second, third])
  expect(await second.call(addMatching, secondAddition)).toMatchObject({ success: true })
  expect(await hubNosOf(third)).toEqual([hubNo])
})

test('a user who declined cannot be added, alone or with others, and is named in the rejection', async () => {
  const hubNo = await makeHub(maker, second, third)
  const views = async () => [await second.call(getHubInfo, { hubNo }), await second.call(getHubs, {})]
  await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const before = await views()
  expect(JSON.stringify(before), 'the decline is not visible').not.toContain(third.name)
  const message = ko['hubs.declined'].replace('{names}', third.name)

  for (const add of [
    addition(hubNo, [third], [maker, second, third]),
    addition(hubNo, [stranger, third], [maker, second, third, stranger]),
  ])
    expect(await second.call(addMatching, add)).toMatchObject({ success: false, message, hubs: [{ hubNo }] })

  expect(await views()).toEqual(before)
  expect(await hubNosOf(third)).toEqual([])
  expect(await hubNosOf(stranger)).toEqual([])
  const singleAddition = addition(hubNo, [stranger], [maker, second, stranger])
  expect(await second.call(addMatching, singleAddition)).toMatchObject({ success: true })
})

test('all users who declined are named', async () => {
  const hubNo = await makeHub(maker, second, third)
  for (const leaver of [second, third])
    await leaver.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const add = addition(hubNo, [third, second], [maker, second, third])
  expect(await maker.call(addMatching, add)).toMatchObject({
    success: false,
    message: ko['hubs.declined'].replace('{names}', `${third.name}, ${second.name}`),
  })
})

test('declining one hub does not affect other hubs', async () => {
  const declined = await makeHub(maker, second, third)
  const other = await makeHub(maker, stranger)
  await third.call(disjoin, { targetHubNo: declined, declineInvitations: true })
  const made = await makeHub(maker, second, third)
  expect(made).not.toBe(declined)
  const add = addition(other, [third], [maker, stranger, third])
  expect(await maker.call(addMatching, add)).toMatchObject({ success: true })
  expect(new Set(await hubNosOf(third))).toEqual(new Set([made, other]))
})

test('a user who joins, leaves and declines while being added is not added', async () => {
  const hubNo = await makeHub(maker, second)
  const { repositories } = node.app.context
  const add = addition(hubNo, [third], [maker, second, third])
  // Between reading the hub and adding the user; the members are then the same as at the reading.
  const done = runBefore(repositories.hubs, 'addMembers', async () => {
    await second.call(addMatching, add)
    await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  })
  expect(await maker.call(addMatching, add)).toMatchObject({
    success: false,
    message: ko['hubs.membersChanged'],
  })
  await done
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo])
})
