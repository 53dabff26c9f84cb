import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs, searchFriends } from '#protocol/hubs.ts'
import { CONTACT_MS } from '#protocol/limits.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'
import { lookUp, makeContacts, makeHub, newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** The blocker and the blocked user, each at a different node, and a friend of both. */
let firstNode: TestNode
let secondNode: TestNode
let now: number
let blocker: TestUser
let blocked: TestUser
let friend: TestUser

const NOBODY = 987_654

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => new Date(now) }
  firstNode = await startNode(parts)
  secondNode = await startNode(parts)
})
afterAll(() => Promise.all([firstNode.stop(), secondNode.stop()]))
beforeEach(async () => {
  now = Date.now()
  ;[blocker, blocked, friend] = (await Promise.all([
    newUser(firstNode.url),
    newUser(secondNode.url),
    newUser(firstNode.url),
  ])) as [TestUser, TestUser, TestUser]
  await makeContacts(blocker, blocked, friend)
})

const create = (caller: TestUser, ...users: { userNo: number }[]) =>
  caller.call(createHub, { candidatesJSON: JSON.stringify([caller, ...users].map(({ userNo }) => userNo)) })
const add = (caller: TestUser, hubNo: number, newcomer: { userNo: number }, ...members: TestUser[]) =>
  caller.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([newcomer.userNo]),
    expectedResult: JSON.stringify([...members, newcomer].map(({ userNo }) => userNo)),
  })
const search = (seeker: TestUser, ...candidates: string[]) =>
  seeker.call(searchFriends, { candidatesJSON: JSON.stringify(candidates) })
const block = (user: TestUser, { userNo }: { userNo: number }) => user.call(blockPerson, { userNo })
const unblock = (user: TestUser, { userNo }: { userNo: number }) => user.call(unblockPerson, { userNo })
const blockedBy = async (user: TestUser) =>
  (await user.call(getBlocked, {})).people.map(({ userNo }) => userNo)

test('a blocked user cannot look up the blocker, as if there were no such user, until the block is undone', async () => {
  await blocker.call(requestMyInfo, { email: blocker.email, password: PASSWORD })
  const mobile = `010-7${String(blocker.userNo).padStart(7, '0')}`
  await blocker.call(updateMyInfo, { mobile })
  await block(blocker, blocked)
  const repositoryCalls = spyOnRepositories(secondNode)
  const nobody = [await search(blocked, 'nobody@example.com'), repositoryCalls.takeCalls()]
  expect(nobody[0]).toMatchObject({ searchResults: [], searchResultUserNos: [] })
  for (const candidate of [blocker.email, mobile])
    expect([await search(blocked, candidate), repositoryCalls.takeCalls()]).toEqual(nobody)
  const among = await search(blocked, blocker.email, friend.email, mobile)
  expect(among.searchResultUserNos).toEqual([friend.userNo])
  expect((await search(friend, blocker.email)).searchResultUserNos, 'others add them').toEqual([
    blocker.userNo,
  ])
  expect((await search(blocker, blocked.email)).searchResultUserNos, 'the blocker adds them').toEqual([
    blocked.userNo,
  ])

  await unblock(blocker, blocked)
  expect((await search(blocked, blocker.email)).searchResultUserNos).toEqual([blocker.userNo])
  expect(await create(blocked, blocker)).toMatchObject({ success: true })
})

test('a blocked user cannot add the blocker to a hub, even a contact from before, as if there were no such user', async () => {
  const hubNo = await makeHub(blocked, friend)
  await block(blocker, blocked)
  const { hubs, pageIndex } = await blocked.call(getHubs, {})
  const rejected = { success: false, message: ko['hubs.personGone'], hubs, pageIndex }
  const repositoryCalls = spyOnRepositories(secondNode)
  for (const ask of [
    (user: { userNo: number }) => create(blocked, user),
    (user: { userNo: number }) => create(blocked, user, friend),
    (user: { userNo: number }) => add(blocked, hubNo, user, blocked, friend),
  ]) {
    repositoryCalls.takeCalls()
    const nobody = [await ask({ userNo: NOBODY }), repositoryCalls.takeCalls()]
    expect(nobody[0]).toEqual(rejected)
    expect([await ask(blocker), repositoryCalls.takeCalls()]).toEqual(nobody)
  }
  expect((await blocker.call(getHubs, {})).hubs).toEqual([])
})

test('a blocked user whose hub would include the blocker reads a neutral message, if all others are contacts', async () => {
  await makeHub(friend, blocker, blocked)
  const pair = await makeHub(blocked, friend)
  await block(blocker, blocked)
  const neutral = { success: false, message: ko['hubs.cannotBeTogether'] }
  expect(await create(blocked, blocker)).toMatchObject(neutral)
  expect(await add(blocked, pair, blocker, blocked, friend)).toMatchObject(neutral)
  expect(await create(blocked, blocker, { userNo: NOBODY })).toMatchObject({
    message: ko['hubs.personGone'],
  })
  expect((await blocker.call(getHubs, {})).hubs).toHaveLength(1)
})

test('a blocker can add blocked users to a hub only after undoing the block', async () => {
  const hubNo = await makeHub(blocker, friend)
  await block(blocker, blocked)
  const rejected = { success: false, message: ko['hubs.blockedByYou'] }
  expect(await create(blocker, blocked)).toMatchObject(rejected)
  expect(await add(blocker, hubNo, blocked, blocker, friend)).toMatchObject(rejected)
  await unblock(blocker, blocked)
  expect(await create(blocker, blocked)).toMatchObject({ success: true })
})

test('a common friend can add both to a hub, before and after', async () => {
  await block(blocker, blocked)
  expect(await create(friend, blocker, blocked)).toMatchObject({ success: true })
  const pair = await makeHub(friend, blocker)
  expect(await add(blocker, pair, await contactOf(blocker), friend, blocker)).toMatchObject({
    success: true,
  })
  expect(await makeHub(friend, blocked)).toBeGreaterThan(0)
})

async function contactOf(seeker: TestUser): Promise<TestUser> {
  const user = await newUser(secondNode.url)
  await lookUp(seeker, user)
  return user
}

test('existing hubs stay unchanged, and nothing in them reveals the block', async () => {
  const hubNo = await makeHub(friend, blocker, blocked)
  const everybody = [blocker, blocked, friend]
  const views = () =>
    Promise.all(everybody.flatMap(user => [user.call(getHubInfo, { hubNo }), user.call(getHubs, {})]))
  const before = await views()
  await block(blocker, blocked)
  expect(await views()).toEqual(before)
  await unblock(blocker, blocked)
  expect(await views()).toEqual(before)
})

test('the list of blocked users, newest first, is visible to its owner only', async () => {
  await block(blocker, friend)
  now += 1
  await block(blocker, blocked)
  now += 1
  await block(blocker, friend)
  expect(await blocker.call(getBlocked, {})).toEqual({
    success: true,
    people: [
      { userNo: blocked.userNo, userName: blocked.name, profPic: '' },
      { userNo: friend.userNo, userName: friend.name, profPic: '' },
    ],
  })
  expect(await blockedBy(blocked)).toEqual([])
  await unblock(blocked, friend)
  await unblock(friend, blocker)
  expect(await blockedBy(blocker), 'nobody else can undo it').toEqual([blocked.userNo, friend.userNo])
  await unblock(blocker, blocked)
  await unblock(blocker, blocked)
  expect(await blockedBy(blocker)).toEqual([friend.userNo])
})

test('a visitor cannot block anybody and sees no list', async () => {
  for (const [called, input] of [
    [blockPerson, { userNo: blocked.userNo }],
    [unblockPerson, { userNo: blocked.userNo }],
    [getBlocked, {}],
  ] as const)
    expect(await call(firstNode.url, called, input as never)).toMatchObject({ status: 401 })
})

test('a user cannot block a non-contact, as if there were no such user, nor themselves', async () => {
  const stranger = await newUser(secondNode.url)
  const gone = await contactOf(blocker)
  await gone.call(deleteAccount, { password: PASSWORD })
  await block(friend, blocker)
  const repositoryCalls = spyOnRepositories(firstNode)
  const outcomes = []
  for (const { userNo } of [{ userNo: NOBODY }, stranger, gone, friend])
    outcomes.push([await blocker.request(blockPerson, { userNo }), repositoryCalls.takeCalls()])
  expect(outcomes[0]?.[0]).toMatchObject({ status: 404, body: { message: ko['error.notFound'] } })
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  expect(await blocker.request(blockPerson, { userNo: blocker.userNo })).toMatchObject({
    status: 400,
    body: { field: 'userNo' },
  })
  expect(await blockedBy(blocker)).toEqual([])
})

test('hub members can block each other whoever looked up whom, and a block outlasts its contact', async () => {
  const hubNo = await makeHub(friend, blocker, blocked)
  now += CONTACT_MS + 1
  await block(blocked, blocker)
  await block(blocker, blocked)
  await blocker.call(disjoin, { targetHubNo: hubNo })
  expect(await block(blocker, blocked), 'again').toEqual({ success: true })
  expect(await blockedBy(blocker)).toEqual([blocked.userNo])
  expect(await search(blocker, blocked.email)).toMatchObject({ searchResults: [] })
})

test('a block during the creation of a hub keeps the hub, as one created before', async () => {
  const race = runBefore(secondNode.app.context.repositories.hubs, 'insert', () => block(blocker, blocked))
  expect(await create(blocked, blocker)).toMatchObject({ success: true })
  await race
  const secondResponse = await create(blocked, blocker, friend)
  expect(secondResponse).toMatchObject({ success: false, message: ko['hubs.cannotBeTogether'] })
})

test('blocks are deleted with either account', async () => {
  await block(blocker, blocked)
  await block(blocked, friend)
  await blocked.call(deleteAccount, { password: PASSWORD })
  const { personBlocks } = firstNode.app.context.repositories
  for (const { userNo } of [blocker, blocked]) expect(await personBlocks.findByUser(userNo)).toEqual([])
})
