import { beforeEach, describe, expect, inject, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs, searchFriends } from '#protocol/hubs.ts'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'
import {
  addToHub,
  lookUp,
  makeContacts,
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  type TestUser,
} from '#tests/support/users.ts'

/** A user can add their contacts to a hub: users they looked up recently, and users they share a hub with. */
let now = Date.now()
let me: TestUser
let friend: TestUser
let unknownUser: TestUser

const NOBODY = 987_654

const options = { redisUrl: inject('redisUrl'), clock: () => new Date(now) }
const [firstNode, secondNode] = await openNodes(options, options)
beforeEach(async () => {
  now = Date.now()
  ;[me, friend, unknownUser] = await newUsers(firstNode.url, secondNode.url, secondNode.url)
})

const create = (caller: TestUser, ...userNos: number[]) =>
  caller.request(createHub, { candidatesJSON: JSON.stringify([caller.userNo, ...userNos]) })
const add = (caller: TestUser, hubNo: number, friends: number[], members: number[]) =>
  caller.request(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify(friends),
    expectedResult: JSON.stringify([...members, ...friends]),
  })
const success = { status: 200, body: { success: true } }
const notFound = { status: 200, body: { success: false, message: ko['hubs.personGone'] } }
/** The same user, signed in at the other node. */
const atOtherNode = (user: TestUser): TestUser => ({
  ...user,
  url: secondNode.url,
  request: (called, input) => call(secondNode.url, called, input, user.token),
})

test('a user who was looked up at one node can be added to hubs at another immediately', async () => {
  await lookUp(me, friend, unknownUser)
  const answer = await create(atOtherNode(me), friend.userNo)
  expect(answer).toMatchObject(success)
  const hubNo = answer.body.success ? answer.body.hubNo : 0
  expect(await add(atOtherNode(me), hubNo, [unknownUser.userNo], [me.userNo, friend.userNo])).toMatchObject(
    success,
  )
})

/** What a call asked the repositories. The session is read again some seconds after it was cached. */
const workOf = (calls: ReturnType<typeof spyOnRepositories>) =>
  calls.takeCalls().filter(method => !['sessions.findActive', 'users.findPrivilege'].includes(method))

test('a non-contact, an unknown number, a deleted user and a blocker get the same response, with the same work', async () => {
  const [deletedUser, friendGone, blocker] = await newUsers(secondNode.url, secondNode.url, secondNode.url)
  await lookUp(me, friend, friendGone, blocker)
  await lookUp(blocker, me)
  await blocker.call(blockPerson, { userNo: me.userNo })
  for (const member of [deletedUser, friendGone]) await member.call(deleteAccount, { password: PASSWORD })
  const hubNo = await makeHub(me, friend)
  const { hubs, pageIndex } = await me.call(getHubs, {})
  const repositoryCalls = spyOnRepositories(firstNode)

  for (const ask of [
    (userNo: number) => create(me, userNo),
    (userNo: number) => create(me, friend.userNo, userNo),
    (userNo: number) => add(me, hubNo, [userNo], [me.userNo, friend.userNo]),
  ]) {
    repositoryCalls.takeCalls()
    const outcomes = []
    for (const { userNo } of [{ userNo: NOBODY }, unknownUser, deletedUser, friendGone, blocker])
      outcomes.push({ answer: await ask(userNo), work: workOf(repositoryCalls) })
    expect(outcomes[0]?.answer).toEqual({ ...notFound, body: { ...notFound.body, hubs, pageIndex } })
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  }
  expect((await me.call(getHubs, {})).hubs).toEqual(hubs)
  for (const { call } of [unknownUser, blocker]) expect((await call(getHubs, {})).hubs).toEqual([])
})

test('a lookup adds a contact for the searcher only, and none by a part of an address', async () => {
  await lookUp(me, friend)
  await lookUp(friend, unknownUser)
  await me.call(searchFriends, { candidatesJSON: JSON.stringify([unknownUser.email.slice(1)]) })
  expect(await create(friend, me.userNo)).toMatchObject(notFound)
  expect(await create(me, unknownUser.userNo)).toMatchObject(notFound)
  expect(await create(me, friend.userNo, unknownUser.userNo)).toMatchObject(notFound)
})

test('a contact from a lookup lasts a day; another lookup renews it', async () => {
  await lookUp(me, friend, unknownUser)
  now += CONTACT_MS - 1
  expect(await create(me, friend.userNo)).toMatchObject(success)
  now += 1
  expect(await create(me, unknownUser.userNo)).toMatchObject(notFound)
  await lookUp(me, unknownUser)
  now += CONTACT_MS - 1
  expect(await create(me, unknownUser.userNo)).toMatchObject(success)
})

test('a member of a common hub can be added to another hub without a lookup', async () => {
  const other = await newUser(firstNode.url)
  await makeHub(friend, me, unknownUser)
  await lookUp(me, other)
  expect(await create(me, friend.userNo, unknownUser.userNo, other.userNo)).toMatchObject(success)
  expect(await create(unknownUser, friend.userNo)).toMatchObject(success)
  await lookUp(other, me)
  const pair = await makeHub(other, me)
  expect(await add(me, pair, [friend.userNo], [me.userNo, other.userNo])).toMatchObject(success)
})

test('a user who has left every common hub is no longer a contact', async () => {
  const hubNo = await makeHub(friend, me, unknownUser)
  await unknownUser.call(disjoin, { targetHubNo: hubNo })
  expect(await create(me, unknownUser.userNo)).toMatchObject(notFound)
  expect(await add(me, hubNo, [unknownUser.userNo], [me.userNo, friend.userNo])).toMatchObject(notFound)
  expect(await create(unknownUser, me.userNo)).toMatchObject(notFound)
})

test('of many looked-up users the last ones are kept', async () => {
  const { contacts } = firstNode.app.context.repositories
  await lookUp(me, friend)
  now += 1
  await lookUp(me, unknownUser)
  const many = Array.from({ length: CONTACTS_MAX - 1 }, (_, index) => NOBODY + index)
  await contacts.record(me.userNo, many, new Date(now + 1))
  expect(await contacts.findByUser(me.userNo, new Date(now))).toHaveLength(CONTACTS_MAX)
  expect(await create(me, friend.userNo)).toMatchObject(notFound)
  expect(await create(me, unknownUser.userNo)).toMatchObject(success)
})

test('concurrent lookups at both nodes are all stored, each user once', async () => {
  const seekers = [me, atOtherNode(me)]
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      seekers[index % 2]?.request(searchFriends, {
        candidatesJSON: JSON.stringify([friend.email, unknownUser.email, me.email]),
      }),
    ),
  )
  const found = await firstNode.app.context.repositories.contacts.findByUser(me.userNo, new Date(now))
  expect(new Set(found.map(({ foundNo }) => foundNo))).toEqual(new Set([friend.userNo, unknownUser.userNo]))
  expect(found).toHaveLength(2)
})

test('the cleanup removes contacts older than a day, also where the database does not expire them', async () => {
  await lookUp(me, friend)
  now += 1000
  await lookUp(me, unknownUser)
  now += CONTACT_MS - 1
  await firstNode.app.cleanUp()
  // Dated back, so that the remaining ones are visible whatever their age.
  const remaining = await firstNode.app.context.repositories.contacts.findByUser(
    me.userNo,
    new Date(now - CONTACT_MS),
  )
  expect(remaining.map(({ foundNo }) => foundNo)).toEqual([unknownUser.userNo])
})

describe('blocks', () => {
  let blocker: TestUser
  let blocked: TestUser
  beforeEach(async () => {
    ;[blocker, blocked] = [me, unknownUser]
    await makeContacts(blocker, blocked, friend)
  })

  const createWith = (caller: TestUser, ...users: { userNo: number }[]) =>
    caller.call(createHub, { candidatesJSON: JSON.stringify([caller, ...users].map(({ userNo }) => userNo)) })
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
    const nobody = [await search(blocked, 'nobody@example.com'), workOf(repositoryCalls)]
    expect(nobody[0]).toMatchObject({ searchResults: [], searchResultUserNos: [] })
    for (const candidate of [blocker.email, mobile])
      expect([await search(blocked, candidate), workOf(repositoryCalls)]).toEqual(nobody)
    const among = await search(blocked, blocker.email, friend.email, mobile)
    expect(among.searchResultUserNos).toEqual([friend.userNo])
    for (const [seeker, found] of [
      [friend, blocker],
      [blocker, blocked],
    ] as const)
      expect((await search(seeker, found.email)).searchResultUserNos).toEqual([found.userNo])

    await unblock(blocker, blocked)
    expect((await search(blocked, blocker.email)).searchResultUserNos).toEqual([blocker.userNo])
    expect(await createWith(blocked, blocker)).toMatchObject({ success: true })
  })

  test('a blocked user whose hub would include the blocker reads a neutral message, if all others are contacts', async () => {
    await makeHub(friend, blocker, blocked)
    const pair = await makeHub(blocked, friend)
    await block(blocker, blocked)
    const neutral = { success: false, message: ko['hubs.cannotBeTogether'] }
    expect(await createWith(blocked, blocker)).toMatchObject(neutral)
    expect(await addToHub(blocked, pair, blocker, blocked, friend)).toMatchObject(neutral)
    expect(await createWith(blocked, blocker, { userNo: NOBODY })).toMatchObject({
      message: ko['hubs.personGone'],
    })
    expect((await blocker.call(getHubs, {})).hubs).toHaveLength(1)
  })

  test('a blocker can add blocked users to a hub only after undoing the block; a common friend can add both', async () => {
    const hubNo = await makeHub(blocker, friend)
    await block(blocker, blocked)
    const rejected = { success: false, message: ko['hubs.blockedByYou'] }
    expect(await createWith(blocker, blocked)).toMatchObject(rejected)
    expect(await addToHub(blocker, hubNo, blocked, blocker, friend)).toMatchObject(rejected)
    expect(await addToHub(friend, hubNo, blocked, blocker, friend)).toMatchObject({ success: true })
    await unblock(blocker, blocked)
    expect(await createWith(blocker, blocked)).toMatchObject({ success: true })
  })

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

  test('a user cannot block a non-contact, as if there were no such user, nor themselves', async () => {
    const [unknownUser, gone] = await newUsers(secondNode.url, secondNode.url)
    await lookUp(blocker, gone)
    await gone.call(deleteAccount, { password: PASSWORD })
    await block(friend, blocker)
    const repositoryCalls = spyOnRepositories(firstNode)
    const outcomes = []
    for (const { userNo } of [{ userNo: NOBODY }, unknownUser, gone, friend])
      outcomes.push([await blocker.request(blockPerson, { userNo }), workOf(repositoryCalls)])
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
    expect(await createWith(blocked, blocker)).toMatchObject({ success: true })
    await race
    const secondResponse = await createWith(blocked, blocker, friend)
    expect(secondResponse).toMatchObject({ success: false, message: ko['hubs.cannotBeTogether'] })
  })
})
