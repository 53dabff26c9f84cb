import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, createHub, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { makeContacts, makeHub, newUser, type TestUser } from '#tests/support/users.ts'

/** Two users change the members of a hub concurrently, each at a different node. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let ann: TestUser
let ben: TestUser
let carl: TestUser
let dora: TestUser

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  ;[ann, ben, carl, dora] = (await Promise.all([
    newUser(nodes.firstNode.url),
    newUser(nodes.secondNode.url),
    newUser(nodes.firstNode.url),
    newUser(nodes.secondNode.url),
  ])) as [TestUser, TestUser, TestUser, TestUser]
  await makeContacts(ann, ben, carl, dora)
})

const numbers = (...users: TestUser[]) => JSON.stringify(users.map(user => user.userNo))
const create = (caller: TestUser, ...members: TestUser[]) =>
  caller.call(createHub, { candidatesJSON: numbers(...members) })
const add = (caller: TestUser, hubNo: number, friend: TestUser, ...expected: TestUser[]) =>
  caller.call(addMatching, { hubNo, friendsJSON: numbers(friend), expectedResult: numbers(...expected) })
const memberSetsOf = async (user: TestUser) =>
  (await user.call(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.userNos.toSorted().join())

test('of many concurrent creations of a hub with the same members exactly one succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 ? create(ann, ann, ben, carl) : create(ben, carl, ben, ann),
    ),
  )
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  for (const reply of replies) {
    if (!reply.success) expect(reply.message).toBe(ko['hubs.sameMembers'])
    expect(reply.hubs).toHaveLength(1)
  }
  for (const user of [ann, ben, carl]) expect(await memberSetsOf(user)).toHaveLength(1)
})

test('of two members who add different friends exactly one succeeds, and the other sees the new members', async () => {
  const hubNo = await makeHub(ann, ben)
  const [byAnn, byBen] = await Promise.all([
    add(ann, hubNo, carl, ann, ben, carl),
    add(ben, hubNo, dora, ann, ben, dora),
  ])
  expect([byAnn.success, byBen.success].toSorted()).toEqual([false, true])
  const { participants } = await ann.call(getHubInfo, { hubNo })
  expect(participants.map(user => user.userNo)).toEqual([
    ann.userNo,
    ben.userNo,
    (byAnn.success ? carl : dora).userNo,
  ])
  const rejected = byAnn.success ? byBen : byAnn
  expect(rejected).toMatchObject({
    message: ko['hubs.membersChanged'],
    hubs: [{ hubNo, userNos: { length: 2 } }],
  })
})

test('of two members who add the same friend exactly one succeeds', async () => {
  const hubNo = await makeHub(ann, ben)
  const replies = await Promise.all([ann, ben].map(caller => add(caller, hubNo, carl, ann, ben, carl)))
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect((await carl.call(getHubInfo, { hubNo })).participants).toHaveLength(3)
})

test('of two hubs that grow to the same members exactly one does', async () => {
  const first = await makeHub(ann, ben)
  const second = await makeHub(ann, carl)
  const replies = await Promise.all([
    add(ann, first, carl, ann, ben, carl),
    add(carl, second, ben, ann, ben, carl),
  ])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(new Set(await memberSetsOf(ann)).size).toBe(2)
})

test('a hub that grows and a hub that is created never have the same members', async () => {
  const pair = await makeHub(ann, ben)
  const replies = await Promise.all([add(ann, pair, carl, ann, ben, carl), create(carl, ann, ben, carl)])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(await memberSetsOf(carl)).toHaveLength(1)
})

test('when all members leave concurrently the hub is removed', async () => {
  const hubNo = await makeHub(ann, ben, carl, dora)
  await Promise.all([ann, ben, carl, dora].map(user => user.call(disjoin, { targetHubNo: hubNo })))
  for (const user of [ann, ben, carl, dora]) expect(await memberSetsOf(user)).toEqual([])
  expect(await nodes.firstNode.app.context.repositories.hubs.findByNo(hubNo)).toBeNull()
})

test('when one member leaves while another is added, both succeed or the addition is rejected', async () => {
  const hubNo = await makeHub(ann, ben, carl)
  const [added] = await Promise.all([
    add(ann, hubNo, dora, ann, ben, carl, dora),
    carl.call(disjoin, { targetHubNo: hubNo }),
  ])
  const { participants } = await ann.call(getHubInfo, { hubNo })
  const expected = added.success ? [ann, ben, dora] : [ann, ben]
  expect(participants.map(user => user.userNo)).toEqual(expected.map(user => user.userNo))
})
